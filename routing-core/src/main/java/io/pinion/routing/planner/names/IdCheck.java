package io.pinion.routing.planner.names;

import io.pinion.routing.catalog.Table;

/** A condition on a constant that must hold before the statement may be sent. */
public sealed interface IdCheck {
    /**
     * An id of this keyspace, on an open shard.
     *
     * @param type of the ids that it is compared with: another type's matches none of them, which causes a warning
     */
    record IsId(int anchor, boolean negative, int type) implements IdCheck {}

    /** An integer of any size. */
    record IsInteger(int anchor, boolean negative) implements IdCheck {}

    /** The id of a new row of this table: of its type, on the shard of the row. */
    record IsNewId(int anchor, boolean negative, Table.ObjectTable table) implements IdCheck {}
}
