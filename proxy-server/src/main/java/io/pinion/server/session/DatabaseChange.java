package io.pinion.server.session;

/** What one statement does to the current database. */
public sealed interface DatabaseChange {
    DatabaseChange NONE = new None();

    /** Nothing. */
    record None() implements DatabaseChange {}

    /** @param database a keyspace, {@code keyspace:shard} or a physical database */
    record Chosen(String database) implements DatabaseChange {}

    /** The current database was dropped: as on a server, the session has none from then on. */
    record Dropped() implements DatabaseChange {}
}
