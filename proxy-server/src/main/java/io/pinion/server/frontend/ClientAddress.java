package io.pinion.server.frontend;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * The address of a client.
 *
 * @param host the host that {@code USER()} shows after the {@code @}
 * @param network the address to look up in allowed networks
 * @param shown for logs and tables: with the port, if there is one
 */
record ClientAddress(String host, InetAddress network, String shown) {

    /** A client without a network address uses the unix socket, so it is on this machine. */
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
