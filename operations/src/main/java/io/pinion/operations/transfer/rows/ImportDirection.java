package io.pinion.operations.transfer.rows;

/** Whose changes are carried. */
public enum ImportDirection {
    /** From the database to the shards. */
    FORTH,
    /** From the shards to the database, so that it can be gone back to. */
    BACK
}
