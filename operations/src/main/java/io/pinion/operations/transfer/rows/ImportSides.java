package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.routing.catalog.Keyspace;
import java.time.Duration;

/**
 * Both sides between which rows are carried.
 *
 * @param source that has the rows
 * @param target that gets them
 * @param keyspace of the target
 * @param control of all work; may be called by several threads, one at a time
 * @param timeout how long a server may take for one answer, and for what has to end before work begins
 */
public record ImportSides(
        RowSide source,
        RowSide target,
        Keyspace.Sharded keyspace,
        CopyControl control,
        CopySpeed speed,
        Duration timeout) {
    /** The same while statements wait: no other work is spared. */
    ImportSides hurried(CopyControl hurriedBy, Duration answer) {
        return new ImportSides(source, target, keyspace, hurriedBy, CopySpeed.UNLIMITED, answer);
    }

    /** Whether rows of several shards come together on one. */
    boolean joinsShards() {
        return source.isSharded();
    }
}
