package io.pinion.routing.plan;

/** The session's {@code LAST_INSERT_ID()} as planning sees it. */
public sealed interface LastInsertId {
    /** Before the first insert. */
    LastInsertId NONE = new Known(0);

    LastInsertId ON_SERVER = new OnServer();
    LastInsertId LOST = new Lost();

    /** The value on any connection: composed, for an object table. */
    record Known(long id) implements LastInsertId {}

    /** Only the connection that ran the last insert knows it, and the statement that asks for it runs there. */
    record OnServer() implements LastInsertId {}

    /**
     * Pinion hasn't read it from the connection that alone knew it. Others have the ids of other sessions, so a statement
     * that asks for it is refused until an insert makes the next one.
     */
    record Lost() implements LastInsertId {}
}
