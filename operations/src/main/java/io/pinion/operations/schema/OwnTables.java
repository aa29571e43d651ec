package io.pinion.operations.schema;

import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.queue.JobQueue;

/** The tables that Pinion makes for itself in the databases of shards. */
public final class OwnTables {
    private OwnTables() {}

    /** One shard has the counters of all, and a shard has expired jobs for a moment. */
    public static boolean has(String table) {
        return table.equals(Sequence.TABLE) || JobQueue.isOwnTable(table);
    }
}
