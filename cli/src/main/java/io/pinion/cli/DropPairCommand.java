package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion pairs drop}: see {@code DROP PAIR}. */
@Command(
        name = "drop",
        description = "Take a pair that no keyspace needs out of the topology; its servers are left alone.",
        mixinStandardHelpOptions = true)
final class DropPairCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "PAIR", description = "Its name in the topology.")
    private String pair;

    @Option(names = "--force", description = "Don't ask its primary for unfinished transactions: it is gone.")
    private boolean force;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() {
        return dryRun.sql("DROP PAIR " + quoted(pair) + (force ? " FORCE" : ""));
    }
}
