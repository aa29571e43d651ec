package io.pinion.routing.catalog;

import java.util.Set;

/** Databases of Pinion's own on servers. */
public final class OwnDatabases {
    /** Holds the decisions of two-phase commits. */
    public static final String PINION = "pinion";

    /**
     * Holds nothing but temporary tables: there the rows of a user who may only read are gathered, since that user may make
     * tables nowhere else.
     */
    public static final String GATHER = "pinion_gather";

    /** Holds the fences of moving shards on MariaDB. */
    public static final String FENCE = "pinion_fence";

    /** The table of two-phase commits' decisions: each is a row, written within the transaction that it is about. */
    public static final String DECISIONS = "xa_decision";

    /** ASCII throughout, so that no client's character set matters. */
    public static final String CREATE_DECISIONS = "CREATE TABLE IF NOT EXISTS " + PINION + "." + DECISIONS
            + " (gtrid VARBINARY(64) NOT NULL PRIMARY KEY, outcome VARCHAR(16) CHARACTER SET ascii NOT NULL,"
            + " decided_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) ENGINE=InnoDB";

    public static final Set<String> ALL = Set.of(PINION, GATHER, FENCE);

    private OwnDatabases() {}
}
