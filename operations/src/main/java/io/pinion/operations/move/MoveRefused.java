package io.pinion.operations.move;

/** Shards are not moved, or not now; the message is for people. Thrown and caught inside this package. */
final class MoveRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** Somebody has asked for the end. */
    private final boolean cancelled;

    private MoveRefused(String message, boolean cancelled) {
        super(message, null, false, false);
        this.cancelled = cancelled;
    }

    MoveRefused(String message) {
        this(message, false);
    }

    static MoveRefused cancelled() {
        return new MoveRefused("given up", true);
    }

    boolean isCancelled() {
        return cancelled;
    }
}
