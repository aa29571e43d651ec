package io.pinion.config.settings;

import java.time.Duration;

/**
 * The limits of statements over several shards.
 *
 * @param maxRunning how many statements that name no shard may run at a time
 * @param poolShare how many of each hundred connections to a server those may hold; other statements over several
 *     shards hold the rest at most
 * @param waitTimeout how long a statement waits for its turn
 * @param mergeMaxSize how much memory one statement may hold to sort, group or deduplicate rows
 * @param gatherMaxRows how many rows of shards one statement may have copied to one server
 * @param gatherMaxSize the bytes of those rows
 * @param heldMaxSize how much memory all of them may hold together
 */
public record ScatterSettings(
        int maxRunning,
        int poolShare,
        Duration waitTimeout,
        ByteSize mergeMaxSize,
        int gatherMaxRows,
        ByteSize gatherMaxSize,
        ByteSize heldMaxSize) {
    public static final ScatterSettings DEFAULT = new ScatterSettings(
            64,
            50,
            Duration.ofSeconds(10),
            ByteSize.megabytes(64),
            1_000_000,
            ByteSize.megabytes(256),
            ByteSize.megabytes(256));

    public ScatterSettings {
        WrongSetting.between("maxRunning", maxRunning, 1, 100_000);
        WrongSetting.between("poolShare", poolShare, 1, 99);
        WrongSetting.between("waitTimeout", waitTimeout, Duration.ofMillis(1), Duration.ofHours(1));
        WrongSetting.between("mergeMaxSize", mergeMaxSize, new ByteSize(64 * 1024), ByteSize.megabytes(64 * 1024));
        WrongSetting.between("gatherMaxRows", gatherMaxRows, 1, Integer.MAX_VALUE);
        WrongSetting.between("gatherMaxSize", gatherMaxSize, new ByteSize(64 * 1024), ByteSize.megabytes(64 * 1024));
        WrongSetting.between("heldMaxSize", heldMaxSize, new ByteSize(64 * 1024), ByteSize.megabytes(64 * 1024));
    }
}
