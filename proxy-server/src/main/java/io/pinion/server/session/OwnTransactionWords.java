package io.pinion.server.session;

/**
 * The statements by which Pinion begins and ends transactions on a client's connection. Their meaning doesn't depend on
 * the client's settings: under {@code sql_mode = 'ORACLE'} MariaDB takes BEGIN for a block
 * (https://mariadb.com/kb/en/sql_modeoracle/), and under a {@code completion_type} a plain COMMIT or ROLLBACK begins
 * the next transaction or ends the connection (MySQL manual, "Server System Variables").
 */
public final class OwnTransactionWords {
    public static final String BEGIN = "START TRANSACTION";

    private static final String AND_NO_MORE = " AND NO CHAIN NO RELEASE";

    public static final String COMMIT = "COMMIT" + AND_NO_MORE;

    public static final String ROLLBACK = "ROLLBACK" + AND_NO_MORE;

    private static final String AND_CHAIN = " AND CHAIN NO RELEASE";

    public static final String COMMIT_AND_CHAIN = "COMMIT" + AND_CHAIN;

    public static final String ROLLBACK_AND_CHAIN = "ROLLBACK" + AND_CHAIN;

    private OwnTransactionWords() {}
}
