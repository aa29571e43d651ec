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

    public static final Set<String> ALL = Set.of(PINION, GATHER, FENCE);

    private OwnDatabases() {}
}
