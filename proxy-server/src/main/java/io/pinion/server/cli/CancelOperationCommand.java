package io.pinion.server.cli;

import picocli.CommandLine.Command;

/** {@code pinion operations cancel}. */
@Command(
        name = "cancel",
        description = "Give one up, before its next step; what it did stays, or is undone where that is safe.",
        mixinStandardHelpOptions = true)
final class CancelOperationCommand extends OperationCommand {
    CancelOperationCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    String verb() {
        return "CANCEL";
    }
}
