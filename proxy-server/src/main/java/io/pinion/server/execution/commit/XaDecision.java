package io.pinion.server.execution.commit;

import io.pinion.routing.catalog.OwnDatabases;

/**
 * The log of two-phase commits, with a row for each. The home pair's plain transaction writes the row, so that its
 * COMMIT decides for all pairs at once. A branch without a row was never decided and is rolled back; before that,
 * recovery writes a row under the same key, so that a slow proxy can't commit any more.
 */
public final class XaDecision {
    /** Pinion's own database on the servers. */
    public static final String DATABASE = OwnDatabases.PINION;

    public static final String TABLE = DATABASE + "." + OwnDatabases.DECISIONS;

    public static final String COMMITTED = "committed";
    public static final String ROLLED_BACK = "rolled back";

    public static final String CREATE_TABLE = OwnDatabases.CREATE_DECISIONS;

    private XaDecision() {}

    /**
     * The INSERT of a decision. For a client's commit it runs in the account of that client's statements, and isn't
     * held as a table before (see {@link io.pinion.operations.server.sql.BaseTables}), which would cost each commit two
     * more round trips. No such account may put another object in the table's place, and an account that may do so on
     * the server has more rights already.
     *
     * @param gtrid made by Pinion, so that nothing in it needs quoting
     */
    public static String insert(String gtrid, String outcome) {
        return "INSERT INTO " + TABLE + " (gtrid, outcome) VALUES ('" + gtrid + "', '" + outcome + "')";
    }
}
