package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion shards move}: see {@code MOVE SHARDS}. */
@Command(
        name = "move",
        description = "Copy shards to another pair and hand them over. Clients wait for a moment and get no error.",
        mixinStandardHelpOptions = true)
final class MoveShardsCommand extends MovingCommand {
    MoveShardsCommand(CliEnvironment environment) {
        super(environment, "MOVE SHARDS");
    }
}
