package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pinion users add}: see {@code CREATE TOPOLOGY USER}. */
@Command(
        name = "add",
        description = "Let somebody log in to Pinion: the proxy makes the verifiers of the password.",
        mixinStandardHelpOptions = true)
final class AddUserCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "USER", description = "The user's name.")
    private String user;

    @Mixin
    private UserOptions options;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() throws CliFailure {
        return dryRun.sql(
                "CREATE TOPOLOGY USER " + quoted(user) + options.password(environment(), user) + options.sql());
    }
}
