package io.pinion.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pinion operations list}. */
@Command(name = "list", description = "What was begun, the latest last.", mixinStandardHelpOptions = true)
final class ListOperationsCommand extends ProxyCommand {
    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "running, interrupted, failed, waiting, done or cancelled.")
    private String state = "";

    ListOperationsCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    Result carryOut(Order order) throws CliFailure {
        return order.ask(
                "SHOW OPERATIONS" + (state.isEmpty() ? "" : " WHERE state = '" + state.replaceAll("[^a-z]", "") + "'"));
    }
}
