package io.pinion.server.execution.commit;

import io.pinion.routing.catalog.OwnDatabases;

/**
 * The log of two-phase commits: a row for each, written on the transaction's home pair within the plain transaction that is
 * open there, so that its COMMIT decides for all pairs at once. A branch without a row was never decided and is rolled back;
 * who does that writes a row of its own first, so that a slow proxy's can't follow. Both are the same key.
 */
public final class XaDecision {
    /** Of Pinion's own, on the servers. */
    public static final String DATABASE = OwnDatabases.PINION;

    public static final String TABLE = DATABASE + "." + OwnDatabases.DECISIONS;

    public static final String COMMITTED = "committed";
    public static final String ROLLED_BACK = "rolled back";

    public static final String CREATE_TABLE = OwnDatabases.CREATE_DECISIONS;

    private XaDecision() {}

    /**
     * On a client's commit it runs with the account of that client's statements, and is not held as a table before (see
     * {@link io.pinion.operations.server.sql.BaseTables}), which would cost each commit two more round trips: no such account may put
     * another object in the table's place, and whoever may do so on the server has more rights than the account already.
     *
     * @param gtrid of Pinion's own making, so that nothing in it needs quoting
     */
    public static String insert(String gtrid, String outcome) {
        return "INSERT INTO " + TABLE + " (gtrid, outcome) VALUES ('" + gtrid + "', '" + outcome + "')";
    }
}
