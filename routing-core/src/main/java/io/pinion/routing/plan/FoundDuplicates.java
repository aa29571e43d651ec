package io.pinion.routing.plan;

/** The effect of an INSERT where a row of the same key exists. */
public enum FoundDuplicates {
    /** The INSERT fails, or it is a REPLACE. */
    FAIL_OR_GO,
    /** IGNORE. */
    STAY,
    /** ON DUPLICATE KEY UPDATE. */
    CHANGE,
    /** Both. */
    CHANGE_OR_STAY;

    public static FoundDuplicates of(boolean ignores, boolean updates) {
        if (updates) {
            return ignores ? CHANGE_OR_STAY : CHANGE;
        }
        return ignores ? STAY : FAIL_OR_GO;
    }
}
