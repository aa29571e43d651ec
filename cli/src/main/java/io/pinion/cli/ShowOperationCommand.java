package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pinion operations show}. */
@Command(
        name = "show",
        description = "One operation: how far it is, what went wrong, and what can be said of it next.",
        mixinStandardHelpOptions = true)
final class ShowOperationCommand extends OperationCommand {
    @Mixin
    private WatchOption watch;

    @SuppressWarnings("NullAway.Init") // picocli sets the field
    ShowOperationCommand(CliEnvironment environment) {
        super(environment, NOTHING, OperationState.REACHED);
    }

    @Override
    boolean awaitsEnd() {
        return watch.wanted;
    }
}
