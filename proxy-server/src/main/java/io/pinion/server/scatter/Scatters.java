package io.pinion.server.scatter;

import io.pinion.config.settings.ScatterSettings;

/** The limits that all statements over several shards of one process share. Thread-safe. */
public final class Scatters {
    private final ScatterSettings settings;
    private final Gate unnamed;
    private final Gate named;
    private final HeldMemory memory;

    /** @param maxConnectionsPerServer over all event loops */
    public Scatters(ScatterSettings settings, int maxConnectionsPerServer) {
        this.settings = settings;
        int share = Math.max(1, (int) ((long) maxConnectionsPerServer * settings.poolShare() / 100));
        long waitMillis = settings.waitTimeout().toMillis();
        this.unnamed = new Gate("statements that name no shard", settings.maxRunning(), share, waitMillis);
        this.named = new Gate(
                "statements that name several shards",
                Integer.MAX_VALUE,
                Math.max(1, maxConnectionsPerServer - share),
                waitMillis);
        this.memory = new HeldMemory(settings.heldMaxSize());
    }

    public ScatterSettings settings() {
        return settings;
    }

    /** Admits statements that name no shard. */
    public Gate unnamed() {
        return unnamed;
    }

    /** Admits statements that name several shards. */
    public Gate named() {
        return named;
    }

    public HeldMemory memory() {
        return memory;
    }

    /** The most connections to one server that statements without a named shard may hold together. */
    public int scatterConnections() {
        return unnamed.perServer();
    }
}
