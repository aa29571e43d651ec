package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.routing.catalog.Keyspace;
import java.time.Duration;
import java.util.Map;

/**
 * Both sides between which rows are carried.
 *
 * @param source that has the rows
 * @param keyspace whose shards get them
 * @param pairs the primary of each pair that has shards of the keyspace, by the pair's name
 * @param control of all work; may be called by several threads, one at a time
 * @param timeout how long a server may take for one answer, and for what has to end before work begins
 */
public record ImportSides(
        RowSource source,
        Keyspace.Sharded keyspace,
        Map<String, ImportServer> pairs,
        CopyControl control,
        CopySpeed speed,
        Duration timeout) {
    public ImportSides {
        pairs = Map.copyOf(pairs);
    }

    /** From one database. */
    public ImportSides(
            ImportServer home,
            String database,
            Keyspace.Sharded keyspace,
            Map<String, ImportServer> pairs,
            CopyControl control,
            CopySpeed speed,
            Duration timeout) {
        this(new RowSource.OneDatabase(home, database), keyspace, pairs, control, speed, timeout);
    }

    /** Whether rows of several shards come together on one. */
    boolean joinsShards() {
        return source instanceof RowSource.SeveralShards;
    }
}
