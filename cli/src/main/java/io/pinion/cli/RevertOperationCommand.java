package io.pinion.cli;

import java.util.Set;
import picocli.CommandLine.Command;

/** {@code pinion operations revert}. */
@Command(
        name = "revert",
        description = "Let shards that have moved go back, with all that was written since; clients wait for a moment.",
        mixinStandardHelpOptions = true)
final class RevertOperationCommand extends OperationCommand {
    RevertOperationCommand(CliEnvironment environment) {
        super(environment, "REVERT", Set.of(OperationState.CANCELLED));
    }

    @Override
    boolean awaitsEnd() {
        return true;
    }
}
