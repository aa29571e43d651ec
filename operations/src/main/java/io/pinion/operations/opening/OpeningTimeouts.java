package io.pinion.operations.opening;

import java.time.Duration;

/**
 * How long an opening waits for others. What doesn't come in time ends it, and it can be resumed.
 *
 * @param standby until the standby has the databases
 * @param changes until a change of the keyspace's tables has ended
 * @param adoption until every proxy knows of the shards
 * @param hold for how long statements for the lowest shard may wait at a time, so that reference tables stand still;
 *     less than
 *     {@code pool.wait_timeout}, behind which clients get an error
 */
public record OpeningTimeouts(Duration standby, Duration changes, Duration adoption, Duration hold) {
    public static final OpeningTimeouts DEFAULT = new OpeningTimeouts(
            Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(15), Duration.ofSeconds(3));
}
