package io.pinion.operations.account;

import io.pinion.routing.catalog.OwnDatabases;
import java.util.List;

/** What must be on a server before accounts can be granted rights on it. */
public final class OwnTables {
    /** The table of two-phase commits' decisions: each is a row, written within the transaction that it is about. */
    public static final String DECISIONS = "xa_decision";

    /** ASCII throughout, so that no client's character set matters. */
    public static final String CREATE_DECISIONS = "CREATE TABLE IF NOT EXISTS " + OwnDatabases.PINION + "." + DECISIONS
            + " (gtrid VARBINARY(64) NOT NULL PRIMARY KEY, outcome VARCHAR(16) CHARACTER SET ascii NOT NULL,"
            + " decided_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) ENGINE=InnoDB";

    static final List<String> CREATE = List.of(
            "CREATE DATABASE IF NOT EXISTS " + OwnDatabases.PINION,
            CREATE_DECISIONS,
            "CREATE DATABASE IF NOT EXISTS " + OwnDatabases.GATHER);

    private OwnTables() {}
}
