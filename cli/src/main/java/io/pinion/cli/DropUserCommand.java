package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pinion users drop}: see {@code DROP TOPOLOGY USER}. */
@Command(
        name = "drop",
        description = "Take a user out; open sessions of the user end at their next statement.",
        mixinStandardHelpOptions = true)
final class DropUserCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "USER", description = "The user's name.")
    private String user;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() {
        return dryRun.sql("DROP TOPOLOGY USER " + quoted(user));
    }
}
