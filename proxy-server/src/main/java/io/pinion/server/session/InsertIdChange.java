package io.pinion.server.session;

/** What one statement does to {@code LAST_INSERT_ID()}. */
public sealed interface InsertIdChange {
    InsertIdChange NONE = new None();
    InsertIdChange ON_SERVER = new OnServer();

    /** Nothing. */
    record None() implements InsertIdChange {}

    /** The answer from now on, on every connection. */
    record Known(long id) implements InsertIdChange {}

    /** Only the connection knows the insert id now: Pinion must read it. */
    record OnServer() implements InsertIdChange {}
}
