package io.pinion.operations.verify;

/** Two servers can't be compared now. The message has the reason and the way out. */
public final class NotComparable extends Exception {
    private static final long serialVersionUID = 1;

    public NotComparable(String message) {
        super(message);
    }
}
