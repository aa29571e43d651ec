package io.pinion.routing.rewrite;

/** Functions of a server's own session, whose values differ from those of the client's session. */
public enum SessionFunction {
    /** {@code LAST_INSERT_ID()}. */
    LAST_INSERT_ID,
    /** {@code @@identity}, {@code @@last_insert_id}: the same number in a column that may be NULL. */
    INSERT_ID_VARIABLE,
    /** {@code DATABASE()}, {@code SCHEMA()}. */
    DATABASE,
    /** {@code USER()}, {@code SESSION_USER()}, {@code SYSTEM_USER()}. */
    USER,
    /** {@code CURRENT_USER}, {@code CURRENT_USER()}. */
    CURRENT_USER,
    /** {@code CONNECTION_ID()}, {@code @@pseudo_thread_id}. */
    CONNECTION_ID,
    /** {@code ROW_COUNT()}. */
    ROW_COUNT,
    /** {@code FOUND_ROWS()}. */
    FOUND_ROWS,
    /** {@code @@warning_count}. */
    WARNING_COUNT,
    /** {@code @@error_count}. */
    ERROR_COUNT,
    /** {@code @@port}, {@code @@report_port}: where the client has reached Pinion. */
    PORT,
    /** {@code @@hostname}, {@code @@bind_address}. */
    HOST,
    /** {@code @@admin_port} and other ports that only servers have. */
    NO_PORT,
    /** {@code @@socket} and other addresses that only servers have. */
    NO_ADDRESS
}
