package io.pinion.routing.plan;

/** What planning may know of a session's {@code LAST_INSERT_ID()}. */
public sealed interface LastInsertId {
    /**
     * The session knows it, so that any connection may run a statement that asks for it.
     *
     * @param id composed, for an object table; 0 before the first insert
     */
    record Known(long id) implements LastInsertId {}

    /** Only the connection that ran the last insert knows it: the statement that asks for it runs there. */
    record OnConnection() implements LastInsertId {}

    /** That connection has gone, and another one would answer with an id of its own. */
    record Lost() implements LastInsertId {}
}
