package io.pinion.operations.server.replication;

import java.util.Optional;

/**
 * How a standby stands to its primary.
 *
 * @param lag empty when it can't be told now
 * @param errant transactions that it has and its primary hasn't, as a primary has that was replaced by force and
 *     returns;     empty when the primary can't be asked now
 */
public record Standing(Optional<Lag> lag, Optional<GtidSet> errant) {
    public static final Standing UNKNOWN = new Standing(Optional.empty(), Optional.empty());
}
