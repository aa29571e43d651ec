package io.pinion.server.execution;

/**
 * The log of two-phase commits: a row for each, written on the transaction's home pair within the plain transaction that is
 * open there, so that its COMMIT decides for all pairs at once. A branch without a row was never decided and is rolled back;
 * who does that writes a row of its own first, so that a slow proxy's can't follow. Both are the same key.
 */
public final class XaDecision {
    /** Of Pinion's own, on the servers. */
    public static final String DATABASE = "pinion";

    public static final String TABLE = DATABASE + ".xa_decision";

    public static final String COMMITTED = "committed";
    public static final String ROLLED_BACK = "rolled back";

    /** ASCII throughout, so that no client's character set matters. */
    public static final String CREATE_TABLE = "CREATE TABLE IF NOT EXISTS " + TABLE
            + " (gtrid VARBINARY(64) NOT NULL PRIMARY KEY, outcome VARCHAR(16) CHARACTER SET ascii NOT NULL,"
            + " decided_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) ENGINE=InnoDB";

    private XaDecision() {}

    /** @param gtrid of Pinion's own making, so that nothing in it needs quoting */
    public static String insert(String gtrid, String outcome) {
        return "INSERT INTO " + TABLE + " (gtrid, outcome) VALUES ('" + gtrid + "', '" + outcome + "')";
    }
}
