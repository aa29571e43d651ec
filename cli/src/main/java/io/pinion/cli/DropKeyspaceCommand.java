package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pinion keyspaces drop}: see {@code DROP KEYSPACE}. */
@Command(
        name = "drop",
        description = "Drop a keyspace that has no tables, and the databases of its shards.",
        mixinStandardHelpOptions = true)
final class DropKeyspaceCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "KEYSPACE", description = "Its name.")
    private String keyspace;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() {
        return dryRun.sql("DROP KEYSPACE " + quoted(keyspace));
    }
}
