package io.pinion.server;

import io.pinion.config.settings.ScatterSettings;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.backend.login.BackendTls;
import io.pinion.server.eventloop.EventLoops;
import io.pinion.server.frontend.ListeningPlaces;
import java.util.function.Supplier;

/**
 * The settings of the proxy process on this machine, as opposed to the topology.
 *
 * @param places the port and the socket where clients connect
 * @param eventLoops the number of threads that own sockets, at least 1
 * @param maxConnectionsPerServer over all event loops
 * @param backendTls gives the encryption of the next connection to a server; called on event loops
 */
public record ServerSettings(
        ListeningPlaces places,
        EventLoops.Transport transport,
        int eventLoops,
        int maxConnectionsPerServer,
        PoolLimits poolLimits,
        Supplier<BackendTls> backendTls,
        ScatterSettings scatter) {}
