package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion users alter}: see {@code ALTER TOPOLOGY USER}. */
@Command(
        name = "alter",
        description = "Change what is said of a user; the rest stays.",
        mixinStandardHelpOptions = true)
final class AlterUserCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "USER", description = "The user's name.")
    private String user;

    @Option(names = "--password", description = "Ask for a new password.")
    private boolean password;

    @Mixin
    private UserOptions options;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() throws CliFailure {
        boolean hasPassword = password || options.passwordFromInput;
        return dryRun.sql("ALTER TOPOLOGY USER " + quoted(user)
                + (hasPassword ? options.password(environment(), user) : "") + options.sql());
    }
}
