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

    /** Somebody wanted it so, and what is there is left. */
    static CopyBroken cancelled(Throwable why) {
        return new CopyBroken(String.valueOf(why.getMessage()), true, false, why);
    }

    /** Somebody wanted it so. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** Nothing of it is left on the target; otherwise {@link DatabaseCopy#discard} drops it. */
    public boolean isClean() {
        return clean;
    }
}
