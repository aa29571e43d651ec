package io.pinion.operations.opening;

import java.time.Duration;

/**
 * How long an opening waits for others. What doesn't come in time ends it, and it can be resumed.
 *
 * @param standby until the standby has the databases
 * @param changes until a change of the keyspace's tables has ended
 * @param adoption until every proxy knows of the shards
 * @param store until ZooKeeper answers again
 */
public record OpeningPatience(Duration standby, Duration changes, Duration adoption, Duration store) {
    public static final OpeningPatience DEFAULT = new OpeningPatience(
            Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(15), Duration.ofSeconds(30));
}
