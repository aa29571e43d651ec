package io.pinion.routing.rewrite;

/** What a server would answer about its own session, which isn't the client's. */
public enum SessionFunction {
    /** {@code LAST_INSERT_ID()}, {@code @@identity}, {@code @@last_insert_id}. */
    LAST_INSERT_ID,
    /** {@code DATABASE()}, {@code SCHEMA()}. */
    DATABASE,
    /** {@code USER()}, {@code SESSION_USER()}, {@code SYSTEM_USER()}. */
    USER,
    /** {@code CURRENT_USER}, {@code CURRENT_USER()}. */
    CURRENT_USER,
    /** {@code CONNECTION_ID()}, {@code @@pseudo_thread_id}. */
    CONNECTION_ID
}
