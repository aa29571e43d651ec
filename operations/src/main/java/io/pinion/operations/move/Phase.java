package io.pinion.operations.move;

/** The phases of a move, as the journal keeps them. */
enum Phase {
    /** Nothing has been changed. */
    CHECKED,
    /** The new pair may have databases that are no complete copy. */
    COPYING,
    /** The new pair replicates clients' writes from the old one. */
    FOLLOWING,
    /** The old pair may be fenced, and statements held; the topology tells which pair has the shards. */
    CUTTING_OVER,
    /** The shards are on the new pair; the old pair replicates from it. */
    MOVED,
    /**
     * As {@link #CUTTING_OVER}, in the other direction. The shards may be fenced on the old pair even when the topology
     * names that pair.
     */
    TURNING_BACK,
    /** The shards are on the old pair again; the new pair may still have its copy. */
    TURNED_BACK,
    /** The old copy may be gone. */
    FINISHING;

    /** Whether the shards may be on the new pair, so that its databases are more than a copy. */
    boolean mayBeMoved() {
        return switch (this) {
            case CHECKED, COPYING, FOLLOWING, TURNED_BACK -> false;
            case CUTTING_OVER, MOVED, TURNING_BACK, FINISHING -> true;
        };
    }

    /** Whether the shards have arrived on the new pair, and aren't back. */
    boolean hasMoved() {
        return switch (this) {
            case CHECKED, COPYING, FOLLOWING, CUTTING_OVER, TURNED_BACK -> false;
            case MOVED, TURNING_BACK, FINISHING -> true;
        };
    }

    /** Whether a run of the move may be about to change the topology. */
    boolean isHandingOver() {
        return this == CUTTING_OVER || this == TURNING_BACK;
    }

    /** Whether the shards had moved, and are moving back. */
    boolean isRollingBack() {
        return this == TURNING_BACK || this == TURNED_BACK;
    }
}
