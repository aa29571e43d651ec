package io.pinion.integration.faults.history;

import java.sql.SQLException;
import java.util.regex.Pattern;

/** What a client knows of a write of its. */
public enum Told {
    ACKNOWLEDGED,
    /** An error has said that nothing of it was done. */
    NOT_COMMITTED,
    /** The connection to the proxy broke, or an error has said that it may have been done. */
    IN_DOUBT;

    private static final Pattern MAY_HAVE = Pattern.compile("may have run|may be committed|may have been committed");

    /**
     * What an error in the last statement of a write says of it: a number of its own is a proxy's or a server's word, and
     * means that nothing was done unless it says otherwise. Connector/J's own errors have none.
     */
    public static Told by(SQLException e) {
        boolean inDoubt = e.getErrorCode() == 0
                || MAY_HAVE.matcher(String.valueOf(e.getMessage())).find();
        return inDoubt ? IN_DOUBT : NOT_COMMITTED;
    }
}
