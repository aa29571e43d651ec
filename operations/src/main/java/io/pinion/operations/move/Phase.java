package io.pinion.operations.move;

/** How far a move is, as the journal keeps it. */
enum Phase {
    /** Nothing has been changed. */
    CHECKED,
    /** The new pair may have databases that are no whole copy. */
    COPYING,
    /** The new pair takes over what clients write on the old one. */
    FOLLOWING,
    /** The old pair may be fenced, and statements held; where the shards are, the topology says. */
    CUTTING_OVER,
    /** The shards are on the new pair; the old one follows. */
    MOVED,
    /** As {@link #CUTTING_OVER}, in the other direction; also when the topology has the shards where they were, they may be fenced there. */
    TURNING_BACK,
    /** The shards are where they were; the new pair may have its copy. */
    TURNED_BACK,
    /** The old copy may be gone. */
    FINISHING;

    /** Whether the shards may be on the new pair, so that its copy is no copy any more. */
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

    /** Whether the topology may be about to be changed by whoever works on the move. */
    boolean isHandingOver() {
        return this == CUTTING_OVER || this == TURNING_BACK;
    }

    /** Whether the move has been successful, and is taken back. */
    boolean isOnTheWayBack() {
        return this == TURNING_BACK || this == TURNED_BACK;
    }
}
