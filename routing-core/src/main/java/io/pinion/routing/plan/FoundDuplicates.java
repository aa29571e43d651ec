package io.pinion.routing.plan;

/** What an INSERT does where a row of the same key is there. */
public enum FoundDuplicates {
    /** It fails, or is a REPLACE. */
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
