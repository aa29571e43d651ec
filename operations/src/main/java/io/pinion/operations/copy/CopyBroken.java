package io.pinion.operations.copy;

/** A copy has ended before its end. The message says why, and whether anything of it is left on the target. */
public final class CopyBroken extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean cancelled;

    CopyBroken(String message, boolean cancelled, Throwable cause) {
        super(message, cause);
        this.cancelled = cancelled;
    }

    /** A copy that was cancelled; what it made is left on the target. */
    static CopyBroken cancelled(Throwable why) {
        return new CopyBroken(String.valueOf(why.getMessage()), true, why);
    }

    /** Whether the copy was cancelled. */
    public boolean isCancelled() {
        return cancelled;
    }
}
