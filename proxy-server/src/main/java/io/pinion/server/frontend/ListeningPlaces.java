package io.pinion.server.frontend;

import io.pinion.config.network.Networks;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The port and the unix socket where clients connect.
 *
 * @param address the port; 0 takes any free one
 * @param shared whether another proxy of this machine may listen on the same port
 * @param balancers the addresses of load balancers, which must name their client in a PROXY header
 * @param socketFile for clients of this machine
 */
public record ListeningPlaces(
        InetSocketAddress address, boolean shared, Networks balancers, Optional<SocketFile> socketFile) {}
