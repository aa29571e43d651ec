package io.pinion.operations.move;

/** The direction in which shards move. */
enum Direction {
    /** To the pair that the operation names. */
    FORTH(MoveSteps.PREPARING, "pinion_move_"),
    /** To the pair that they came from. */
    BACK(MoveSteps.SETTLING, "pinion_back_");

    private final String before;
    private final String channel;

    Direction(String before, String channel) {
        this.before = before;
        this.channel = channel;
    }

    /** The last step of which anything is left after a hand-over that was undone. */
    String before() {
        return before;
    }

    /** The channel on which the receiving pair replicates from the other one. */
    String channel(long operation) {
        return channel + operation;
    }
}
