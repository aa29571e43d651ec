package io.pinion.server.frontend;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Where a client comes from.
 *
 * @param host what {@code USER()} shows behind the {@code @}
 * @param network what is looked for in allowed networks
 * @param shown for people: with the port, if there is one
 */
record ClientAddress(String host, InetAddress network, String shown) {

    /** Whoever isn't on the network is on this machine. */
    static ClientAddress of(SocketAddress address) {
        return address instanceof InetSocketAddress inet && inet.getAddress() != null
                ? of(inet)
                : new ClientAddress("localhost", InetAddress.getLoopbackAddress(), "localhost");
    }

    private static ClientAddress of(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return new ClientAddress(host, address.getAddress(), shown + ":" + address.getPort());
    }
}
