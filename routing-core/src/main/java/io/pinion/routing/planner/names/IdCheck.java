package io.pinion.routing.planner.names;

/** What must be true of a constant before the statement may be sent. */
public sealed interface IdCheck {
    /**
     * An id of this keyspace, on an open shard.
     *
     * @param type of the ids that it is compared with: another type's matches none of them, which is worth a warning
     */
    record IsId(int anchor, boolean negative, int type) implements IdCheck {}

    /** An integer, however large. */
    record IsInteger(int anchor, boolean negative) implements IdCheck {}

    /** The id of a new row of this table: of its type, on the shard that the row goes to. */
    record IsNewId(int anchor, boolean negative, String table, int type) implements IdCheck {}
}
