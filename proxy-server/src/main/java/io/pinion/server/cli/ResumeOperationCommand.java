package io.pinion.server.cli;

import picocli.CommandLine.Command;

/** {@code pinion operations resume}. */
@Command(
        name = "resume",
        description = "Go on with one that has failed or lost its proxy.",
        mixinStandardHelpOptions = true)
final class ResumeOperationCommand extends OperationCommand {
    ResumeOperationCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    String verb() {
        return "RESUME";
    }
}
