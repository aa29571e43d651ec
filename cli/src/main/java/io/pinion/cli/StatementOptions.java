package io.pinion.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of statements that may change something. */
final class StatementOptions {
    @Option(
            names = "--dry-run",
            description = "Say EXPLAIN: print each step, or why it would be refused; change nothing.")
    boolean dryRun;

    @Option(names = "--yes", description = "Do what nothing undoes without asking.")
    boolean yes;

    @Option(names = "--wait", description = "Wait for the end of the operation. It is the default, but of SHOW.")
    boolean wait;

    @Option(names = "--detach", description = "Don't wait for the end of the operation, once it has begun.")
    boolean detach;

    @Option(
            names = "--password-env",
            paramLabel = "VARIABLE",
            description = "The environment variable with the password of IDENTIFIED BY -.")
    @Nullable
    String passwordVariable;
}
