package io.pinion.server.scatter;

import io.pinion.config.settings.ScatterSettings;

/** What statements over several shards share in one process. Thread-safe. */
public final class Scatters {
    private final ScatterSettings settings;
    private final Gate scatters;
    private final Gate keyed;
    private final HeldMemory memory;

    /** @param maxConnectionsPerServer over all event loops */
    public Scatters(ScatterSettings settings, int maxConnectionsPerServer) {
        this.settings = settings;
        int share = Math.max(1, (int) ((long) maxConnectionsPerServer * settings.poolShare() / 100));
        long waitMillis = settings.waitTimeout().toMillis();
        this.scatters = new Gate("statements that name no shard", settings.maxRunning(), share, waitMillis);
        this.keyed = new Gate(
                "statements that name several shards",
                Integer.MAX_VALUE,
                Math.max(1, maxConnectionsPerServer - share),
                waitMillis);
        this.memory = new HeldMemory(settings.heldMaxSize());
    }

    public ScatterSettings settings() {
        return settings;
    }

    /** Where a statement has to be let in. */
    public Gate gate(boolean scatter) {
        return scatter ? scatters : keyed;
    }

    public HeldMemory memory() {
        return memory;
    }

    /** How many connections to one server statements that name no shard may hold. */
    public int scatterConnections() {
        return scatters.perServer();
    }
}
