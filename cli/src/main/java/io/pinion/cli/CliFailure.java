package io.pinion.cli;

import org.jspecify.annotations.Nullable;

/** A failure that a person can correct. Only the message is shown, unless {@code --debug} is given. */
final class CliFailure extends Exception {
    private final int exitStatus;

    CliFailure(String message) {
        this(message, ExitStatus.FAILED, null);
    }

    CliFailure(String message, Throwable cause) {
        this(message, ExitStatus.FAILED, cause);
    }

    CliFailure(String message, int exitStatus, @Nullable Throwable cause) {
        super(message, cause);
        this.exitStatus = exitStatus;
    }

    /** The command line itself is wrong. */
    static CliFailure usage(String message) {
        return new CliFailure(message, ExitStatus.USAGE, null);
    }

    int exitStatus() {
        return exitStatus;
    }
}
