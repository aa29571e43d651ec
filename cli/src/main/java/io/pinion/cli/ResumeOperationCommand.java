package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion operations resume}. */
@Command(
        name = "resume",
        description = "Go on with one that has failed or lost its proxy, to its end.",
        mixinStandardHelpOptions = true)
final class ResumeOperationCommand extends OperationCommand {
    ResumeOperationCommand(CliEnvironment environment) {
        super(environment, "RESUME", OperationState.REACHED);
    }

    @Override
    boolean awaitsEnd() {
        return true;
    }
}
