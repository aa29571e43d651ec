package io.pinion.server.cli;

/** What a script may rely on. */
final class ExitStatus {
    static final int OK = 0;
    /** What was asked could not be done. */
    static final int FAILED = 1;
    /** The command line itself is wrong. */
    static final int USAGE = 2;
    /** A document (settings or topology) is refused. */
    static final int REFUSED = 3;

    private ExitStatus() {}
}
