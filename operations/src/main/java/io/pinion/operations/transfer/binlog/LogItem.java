package io.pinion.operations.transfer.binlog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a binary log says, in its order. */
public sealed interface LogItem {
    /**
     * A row was inserted, changed or deleted. An update that changes a key comes as two: of the row before it and of
     * the row behind it.
     *
     * @param database in which the table is
     * @param key the values of the followed key columns, as the server would send them as text; null is NULL
     */
    record RowChanged(String database, FollowedTable table, List<byte @Nullable []> key) implements LogItem {}

    /**
     * The changes of a transaction follow. They may be sent before they can be seen.
     *
     * @param behind the place before it
     * @param gtid its own, on MySQL; empty elsewhere
     * @param branch the name of the XA transaction whose second phase it is; empty of any other
     */
    record TransactionBegun(SourcePlace behind, String gtid, String branch) implements LogItem {}

    /**
     * All changes up to here have come.
     *
     * @param at when the server wrote the last, in seconds since 1970; 0 when it isn't known
     */
    record PlaceReached(SourcePlace place, long at) implements LogItem {}
}
