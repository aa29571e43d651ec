package io.pinion.server;

import io.pinion.server.backend.BackendTls;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.eventloop.EventLoops;
import java.net.InetSocketAddress;

/**
 * How the proxy runs on this machine, as opposed to what it serves.
 *
 * @param address where clients connect
 * @param eventLoops how many threads own sockets, at least 1
 * @param maxConnectionsPerServer over all event loops
 * @param backendTls how connections to servers are encrypted
 */
public record ServerSettings(
        InetSocketAddress address,
        EventLoops.Transport transport,
        int eventLoops,
        int maxConnectionsPerServer,
        PoolLimits poolLimits,
        BackendTls backendTls) {}
