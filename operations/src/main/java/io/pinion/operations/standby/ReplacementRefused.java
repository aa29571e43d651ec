package io.pinion.operations.standby;

/** A standby can't be replaced, or not now. The message says why, what is left, and what to do. */
public final class ReplacementRefused extends Exception {
    private static final long serialVersionUID = 1;

    public ReplacementRefused(String message) {
        super(message);
    }
}
