package io.pinion.operations.move;

/** Which way shards go. */
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

    /** What the journal says before they do, and when that was undone. */
    Phase before() {
        return before;
    }

    /** What the journal says while they do. */
    Phase phase() {
        return phase;
    }

    /** On which the pair where they go follows the other one. */
    String channel(long operation) {
        return channel + operation;
    }
}
