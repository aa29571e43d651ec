package io.pinion.operations.copy;

/** A copy has ended before its end. The message says why, and whether anything of it is left on the target. */
public final class CopyBroken extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean cancelled;
    private final boolean clean;

    CopyBroken(String message, boolean cancelled, boolean clean, Throwable cause) {
        super(message, cause);
        this.cancelled = cancelled;
        this.clean = clean;
    }

    /** A copy that was cancelled; what it made is left on the target. */
    static CopyBroken cancelled(Throwable why) {
        return new CopyBroken(String.valueOf(why.getMessage()), true, false, why);
    }

    /** Whether the copy was cancelled. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** Whether nothing of the copy is left on the target; otherwise {@link DatabaseCopy#discard} drops it. */
    public boolean isClean() {
        return clean;
    }
}
