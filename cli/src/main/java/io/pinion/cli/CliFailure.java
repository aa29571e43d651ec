package io.pinion.cli;

import org.jspecify.annotations.Nullable;

/** Something a person can put right. The message is all that is shown, unless {@code --debug} asks for more. */
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
