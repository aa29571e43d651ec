package io.pinion.cli;

import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pinion operations cancel}. */
@Command(
        name = "cancel",
        description = "Give one up, before its next step; what it did stays, or is undone where that is safe.",
        mixinStandardHelpOptions = true)
final class CancelOperationCommand extends OperationCommand {
    @Mixin
    private WatchOption watch;

    @SuppressWarnings("NullAway.Init") // picocli sets the field
    CancelOperationCommand(CliEnvironment environment) {
        super(environment, "CANCEL", Set.of(OperationState.CANCELLED));
    }

    @Override
    boolean awaitsEnd() {
        return watch.wanted;
    }
}
