package io.pinion.cli;

/** The exit statuses that a script may rely on. */
public final class ExitStatus {
    static final int OK = 0;
    /** The command could not be carried out. */
    public static final int FAILED = 1;
    /** The command line itself is wrong. */
    static final int USAGE = 2;
    /** A document (settings or topology) is refused. */
    static final int REFUSED = 3;
    /** No proxy answers, or it refuses the login: no statement was sent. */
    static final int UNREACHABLE = 4;
    /** An operation has begun and not ended: it runs, or waits to be resumed or cancelled. */
    static final int UNFINISHED = 5;
    /** Nothing is wrong, but a promotion or a move would be refused now. */
    static final int WOULD_BE_REFUSED = 6;

    private ExitStatus() {}
}
