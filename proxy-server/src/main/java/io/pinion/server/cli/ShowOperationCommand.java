package io.pinion.server.cli;

import picocli.CommandLine.Command;

/** {@code pinion operations show}. */
@Command(
        name = "show",
        description = "One operation: how far it is, and what went wrong.",
        mixinStandardHelpOptions = true)
final class ShowOperationCommand extends OperationCommand {
    ShowOperationCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    String verb() {
        return "";
    }
}
