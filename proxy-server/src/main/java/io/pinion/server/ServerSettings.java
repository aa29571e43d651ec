package io.pinion.server;

import io.pinion.config.settings.ScatterSettings;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.backend.login.BackendTls;
import io.pinion.server.eventloop.EventLoops;
import io.pinion.server.frontend.ListeningPlaces;
import java.util.function.Supplier;

/**
 * How the proxy runs on this machine, as opposed to what it serves.
 *
 * @param places where clients connect
 * @param eventLoops how many threads own sockets, at least 1
 * @param maxConnectionsPerServer over all event loops
 * @param backendTls how the next connection to a server is encrypted; asked on event loops
 */
public record ServerSettings(
        ListeningPlaces places,
        EventLoops.Transport transport,
        int eventLoops,
        int maxConnectionsPerServer,
        PoolLimits poolLimits,
        Supplier<BackendTls> backendTls,
        ScatterSettings scatter) {}
