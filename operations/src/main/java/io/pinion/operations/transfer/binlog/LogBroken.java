package io.pinion.operations.transfer.binlog;

/** Following a binary log has ended before its end. The message says why, and the way out where there is one. */
public final class LogBroken extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean lost;

    private LogBroken(String message, boolean lost) {
        super(message);
        this.lost = lost;
    }

    /** The log has something that can't be followed. */
    public static LogBroken of(String message) {
        return new LogBroken(message, false);
    }

    /** The connection has ended, or the server is silent; another reader may go on from the last place. */
    public static LogBroken lost(String message) {
        return new LogBroken(message, true);
    }

    /** Whether it may go on over another connection. */
    public boolean isLost() {
        return lost;
    }
}
