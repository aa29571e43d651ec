package io.pinion.routing.planner.names;

import io.pinion.routing.catalog.Table;

/** A condition on a constant that must hold before the statement may be sent. */
public sealed interface IdCheck {
    /**
     * Ids, or what can't be taken for equal to one. What names nothing matches no row, which causes a warning, and so does
     * an id of another type.
     *
     * @param type of the ids that they are compared with
     */
    record IsId(int anchor, boolean negative, int type) implements IdCheck {}

    /** An integer of any size. */
    record IsInteger(int anchor, boolean negative) implements IdCheck {}

    /** The id of a new row of this table: of its type, on the shard of the row. */
    record IsNewId(int anchor, boolean negative, Table.ObjectTable table) implements IdCheck {}
}
