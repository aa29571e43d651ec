package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion pairs replace-standby}: see {@code REPLACE STANDBY}. */
@Command(
        name = "replace-standby",
        description = "Give a pair another standby, or make its own anew: an empty server gets all that the pair has.",
        mixinStandardHelpOptions = true)
final class ReplaceStandbyCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "PAIR", description = "Its name in the topology.")
    private String pair;

    @Option(
            names = "--with",
            paramLabel = "[NAME=]HOST:PORT",
            required = true,
            description = "The server, or its name alone where the topology has it.")
    private String server;

    @Option(
            names = "--discard-contents",
            description = "Drop what the server has, which must be a copy of the pair that has gone astray.")
    private boolean discard;

    @Mixin
    private ServerLoginOptions login;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() throws CliFailure {
        boolean known = server.indexOf(':') < 0 && server.indexOf('=') < 0;
        return dryRun.sql("REPLACE STANDBY " + quoted(pair) + " WITH "
                + (known ? quoted(server) : CreatePairCommand.server(server)) + (discard ? " DISCARD CONTENTS" : "")
                + login.sql(environment()));
    }
}
