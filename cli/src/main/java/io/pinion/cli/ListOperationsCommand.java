package io.pinion.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pinion operations list}. */
@Command(name = "list", description = "What was begun, the latest last.", mixinStandardHelpOptions = true)
final class ListOperationsCommand extends ProxyCommand {
    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "running, queued, ready, interrupted, failed, waiting, done, reverted or cancelled.")
    private @Nullable Shown state;

    /** The states of {@code SHOW OPERATIONS}. */
    private enum Shown {
        RUNNING,
        QUEUED,
        READY,
        INTERRUPTED,
        FAILED,
        WAITING,
        DONE,
        REVERTED,
        CANCELLED
    }

    @Override
    Result carryOut(AdminStatement order) throws CliFailure {
        return order.ask("SHOW OPERATIONS"
                + (state == null ? "" : " WHERE state = '" + state.name().toLowerCase(Locale.ROOT) + "'"));
    }
}
