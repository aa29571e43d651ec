package io.pinion.routing.catalog;

import java.util.Set;

/** The databases that Pinion makes for itself on servers. */
public final class OwnDatabases {
    /** The database of two-phase commits' decisions. */
    public static final String PINION = "pinion";

    /**
     * A database for nothing but temporary tables: rows for a read-only user are gathered there, since that user may
     * make tables nowhere else.
     */
    public static final String GATHER = "pinion_gather";

    /** The database of moving shards' fences on MariaDB. */
    public static final String FENCE = "pinion_fence";

    /** The table of two-phase commits' decisions: one row each, written within the transaction that it decides. */
    public static final String DECISIONS = "xa_decision";

    /** ASCII throughout, so that no client's character set matters. */
    public static final String CREATE_DECISIONS = "CREATE TABLE IF NOT EXISTS " + PINION + "." + DECISIONS
            + " (gtrid VARBINARY(64) NOT NULL PRIMARY KEY, outcome VARCHAR(16) CHARACTER SET ascii NOT NULL,"
            + " decided_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) ENGINE=InnoDB";

    public static final Set<String> ALL = Set.of(PINION, GATHER, FENCE);

    private OwnDatabases() {}
}
