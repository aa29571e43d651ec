package io.pinion.operations.engine;

/** Where an operation is going. */
public enum Way {
    /** To what was asked for. */
    FORTH,
    /** To its end for good, behind a wait for FINISH OPERATION. */
    FINISH,
    /** Back to what was before, from where it waits, by REVERT OPERATION. */
    REVERT
}
