package io.pinion.operations.move;

/** The direction in which shards move. */
enum Direction {
    /** To the pair that the operation names. */
    FORTH(Phase.FOLLOWING, Phase.CUTTING_OVER, "pinion_move_"),
    /** To the pair that they came from. */
    BACK(Phase.MOVED, Phase.TURNING_BACK, "pinion_back_");

    private final Phase before;
    private final Phase phase;
    private final String channel;

    Direction(Phase before, Phase phase, String channel) {
        this.before = before;
        this.phase = phase;
        this.channel = channel;
    }

    /** The phase in the journal before the hand-over, and after one that was undone. */
    Phase before() {
        return before;
    }

    /** The phase in the journal during the hand-over. */
    Phase phase() {
        return phase;
    }

    /** The channel on which the receiving pair replicates from the other one. */
    String channel(long operation) {
        return channel + operation;
    }
}
