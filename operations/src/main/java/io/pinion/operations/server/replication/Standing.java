package io.pinion.operations.server.replication;

import java.util.Optional;

/**
 * How a standby stands to its primary.
 *
 * @param lag empty when it can't be told now
 * @param errant transactions that it has and its primary hasn't, as a primary has that was replaced by force and
 *     returns; empty when the primary can't be asked now
 * @param received what it has received of a primary that is fenced, which may have lost it since; of another nobody asks
 * @param lostOwn what it has written as the primary, and its primary has, and it has lost, as by an older copy of its
 *     files: on MariaDB it never gets that back
 */
public record Standing(Optional<Lag> lag, Optional<GtidSet> errant, GtidSet received, GtidSet lostOwn) {
    public static final Standing UNKNOWN = new Standing(Optional.empty(), Optional.empty());

    /** A standby that has lost nothing, of a primary that isn't fenced. */
    public Standing(Optional<Lag> lag, Optional<GtidSet> errant) {
        this(lag, errant, GtidSet.EMPTY, GtidSet.EMPTY);
    }
}
