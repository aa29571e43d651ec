package io.pinion.routing.definition;

/** A statement's form has no certain meaning for Pinion, or none over shards. */
public final class UnreadableDefinition extends Exception {
    private static final long serialVersionUID = 1;

    /** @param reason the reason and the way out, in half a sentence */
    public UnreadableDefinition(String reason) {
        super(reason);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
