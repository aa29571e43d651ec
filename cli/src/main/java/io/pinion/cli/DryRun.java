package io.pinion.cli;

import picocli.CommandLine.Option;

/** The option of commands that can explain their steps without a change. */
final class DryRun {
    @Option(
            names = {"--dry-run", "--explain"},
            description = "Print each step and statement, or why it would be refused; change nothing.")
    boolean wanted;

    /** The statement, with EXPLAIN for a dry run. */
    String sql(String statement) {
        return wanted ? "EXPLAIN " + statement : statement;
    }
}
