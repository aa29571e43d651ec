package io.pinion.cli;

import java.util.Set;
import picocli.CommandLine.Command;

/** {@code pinion operations finish}. */
@Command(
        name = "finish",
        description = "Drop the old copy of shards that have moved. There is no way back then but another move.",
        mixinStandardHelpOptions = true)
final class FinishOperationCommand extends OperationCommand {
    FinishOperationCommand(CliEnvironment environment) {
        super(environment, "FINISH", Set.of(OperationState.DONE));
    }

    @Override
    boolean awaitsEnd() {
        return true;
    }
}
