package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion pairs replace-standby}: see {@code REPLACE STANDBY}. */
@Command(
        name = "replace-standby",
        description = "Copy all that a pair has to an empty server, which then takes its standby's place.",
        mixinStandardHelpOptions = true)
final class ReplaceStandbyCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "PAIR", description = "Its name in the topology.")
    private String pair;

    @Option(
            names = "--with",
            paramLabel = "SERVER",
            required = true,
            description = "The empty server: its name in the topology.")
    private String server;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() {
        return dryRun.sql("REPLACE STANDBY " + quoted(pair) + " WITH " + quoted(server));
    }
}
