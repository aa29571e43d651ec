package io.pinion.server.frontend;

import io.pinion.config.network.Networks;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Where clients connect.
 *
 * @param address the port; 0 takes any free one
 * @param shared another proxy of this machine may listen on the same port
 * @param balancers those who say in a PROXY header, which they must send, for whom they connect there
 * @param socketFile for clients of this machine
 */
public record ListeningPlaces(
        InetSocketAddress address, boolean shared, Networks balancers, Optional<SocketFile> socketFile) {
    /** A port alone. */
    public static ListeningPlaces port(InetSocketAddress address) {
        return new ListeningPlaces(address, false, Networks.NONE, Optional.empty());
    }
}
