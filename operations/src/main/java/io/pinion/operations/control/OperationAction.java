package io.pinion.operations.control;

/** What people do with an operation that is there. */
public enum OperationAction {
    /** To go on with one that has failed or was interrupted, on this proxy. */
    RESUME,
    /** To give one up: a running one ends before its next shard, on whatever proxy it runs. */
    CANCEL,
    /** To let one hand over that waits for the word, on whatever proxy it runs. */
    HAND_OVER,
    /** To end one for good whose purpose is reached and which waits for that. */
    FINISH,
    /** To go back behind it. */
    REVERT
}
