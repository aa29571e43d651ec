package io.pinion.cli;

import picocli.CommandLine.Option;

/** Of commands that can say beforehand what they would do. */
final class DryRun {
    @Option(
            names = {"--dry-run", "--explain"},
            description = "Print each step and statement, or why it would be refused; change nothing.")
    boolean wanted;

    /** The statement as it is said then. */
    String sql(String statement) {
        return wanted ? "EXPLAIN " + statement : statement;
    }
}
