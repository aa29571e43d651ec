package io.pinion.operations.move;

/** Which way shards go. */
enum Direction {
    /** To the pair that the operation names. */
    FORTH(Phase.CUTTING_OVER, "pinion_move_"),
    /** To the pair that they came from. */
    BACK(Phase.TURNING_BACK, "pinion_back_");

    private final Phase phase;
    private final String channel;

    Direction(Phase phase, String channel) {
        this.phase = phase;
        this.channel = channel;
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
