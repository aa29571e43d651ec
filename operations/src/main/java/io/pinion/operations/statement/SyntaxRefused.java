package io.pinion.operations.statement;

/** A statement of Pinion's own that can't be read, or says what can't be. The message is for the operator. */
public final class SyntaxRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SyntaxRefused(String message) {
        // No stack trace: this is the user's mistake, not ours.
        super(message, null, false, false);
    }
}
