package io.pinion.server.observe;

import java.util.Locale;

/** The outcome of asking a read of the old database of the keyspace that gets its rows, too. */
public enum ShadowOutcome {
    SAME,
    /** The rows or columns differ, for as long as the old database's answer stays the same. */
    OTHER_ROWS,
    /** The rows are in another order than that of an ORDER BY, or a LIMIT has taken as many others. */
    OTHER_ORDER,
    /** The keyspace answers with an error. */
    REFUSED,
    /** One of the answers is too large, too slow or an error of the old database, or too many reads wait. */
    NOT_COMPARED;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
