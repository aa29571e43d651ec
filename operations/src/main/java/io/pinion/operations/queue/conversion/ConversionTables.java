package io.pinion.operations.queue.conversion;

import io.pinion.operations.queue.OwnTable;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobQueue;
import java.util.List;
import java.util.Locale;

/**
 * The tables of a conversion on one shard, beside the one that becomes a queue.
 *
 * @param source that clients use
 * @param next that takes its place
 * @param changes has the keys of rows that clients have changed since the copying began
 * @param former the source behind the switch; before it, an empty table that keeps the switch from coming too early
 */
record ConversionTables(TableName source, TableName next, TableName changes, TableName former) {
    /** The beginning of the triggers' names. */
    static final String TRIGGERS = "pinion_notes_";

    /** The column of the table of changes that numbers them. */
    static final String NUMBER = "pinion_change";

    /** The only column of the table that keeps the switch from coming too early. */
    static final String GUARD = "pinion_guard";

    static ConversionTables of(TableName source) {
        return new ConversionTables(
                source,
                behind(JobQueue.NEXT, source),
                behind(JobQueue.CHANGES, source),
                behind(JobQueue.FORMER, source));
    }

    /**
     * A name that is behind the source's in the order in which servers lock names, which is that of their bytes. So the
     * RENAME waits for the source before it has any of the others: had it waited for another one, clients that wait for the
     * source would come before it.
     */
    private static TableName behind(String prefix, TableName source) {
        return OwnTable.of(source.table().compareTo(prefix) < 0 ? prefix : JobQueue.LAST + prefix, source);
    }

    /** Those that are read and written while rows are copied, for whoever holds them as tables. */
    List<TableName> used() {
        return List.of(source, next, changes);
    }

    /** The quoted name of the trigger of an event. */
    String trigger(String event) {
        TableName name = OwnTable.of(TRIGGERS + event.toLowerCase(Locale.ROOT) + "_", source);
        return name.quoted();
    }
}
