package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion pairs add-standby}: see {@code ADD STANDBY}. */
@Command(
        name = "add-standby",
        description = "Give a pair of one server a standby: an empty server gets all that the pair has.",
        mixinStandardHelpOptions = true)
final class AddStandbyCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "PAIR", description = "Its name in the topology.")
    private String pair;

    @Option(names = "--standby", paramLabel = "[NAME=]HOST:PORT", required = true, description = "The empty server.")
    private String standby;

    @Mixin
    private ServerLoginOptions login;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() throws CliFailure {
        return dryRun.sql(
                "ADD STANDBY " + quoted(pair) + " " + CreatePairCommand.server(standby) + login.sql(environment()));
    }
}
