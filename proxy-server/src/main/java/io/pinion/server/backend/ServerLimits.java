package io.pinion.server.backend;

import io.pinion.config.topology.Server;
import java.util.concurrent.ConcurrentHashMap;

/** The connection limit of each server, shared by all event loops. Thread-safe. */
public final class ServerLimits {
    private final int maxPerServer;
    private final int loops;
    private final ConcurrentHashMap<Server, ServerLimit> byServer = new ConcurrentHashMap<>();

    public ServerLimits(int maxPerServer, int loops) {
        this.maxPerServer = maxPerServer;
        this.loops = loops;
    }

    /** Never removed: a server that returns to the topology may still have old connections to count. */
    public ServerLimit of(Server server) {
        return byServer.computeIfAbsent(server, name -> new ServerLimit(maxPerServer, loops));
    }
}
