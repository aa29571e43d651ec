package io.pinion.routing.definition;

/** A statement has a form that Pinion can't be certain of, or one that has no meaning over shards. */
public final class UnreadableDefinition extends Exception {
    private static final long serialVersionUID = 1;

    /** @param reason why, and what to do, in half a sentence */
    public UnreadableDefinition(String reason) {
        super(reason);
    }

    /** Why. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
