package io.pinion.server.observe;

import java.util.Locale;

/** The few kinds of statement that metrics tell apart, so that the number of time series stays small. */
public enum StatementGroup {
    SELECT,
    INSERT,
    UPDATE,
    DELETE,
    /** BEGIN, COMMIT, ROLLBACK, savepoints. */
    TRANSACTION,
    /** SET, USE. */
    SESSION,
    /** SHOW, DESCRIBE, EXPLAIN, HELP. */
    SHOW,
    /** CREATE, ALTER, DROP, TRUNCATE and the like. */
    DDL,
    /** Pinion's own commands, such as SHOW SHARDS. */
    ADMIN,
    OTHER;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The value of the {@code kind} label. */
    public String label() {
        return label;
    }
}
