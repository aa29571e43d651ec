package io.pinion.operations.standby;

/** A standby can't be replaced, or not now. The message has the reason, what is left behind, and the way out. */
public final class ReplacementRefused extends Exception {
    private static final long serialVersionUID = 1;

    public ReplacementRefused(String message) {
        super(message);
    }
}
