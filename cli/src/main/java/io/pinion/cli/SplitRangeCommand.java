package io.pinion.cli;

import picocli.CommandLine.Command;

/** {@code pinion shards split}: see {@code SPLIT RANGE}. */
@Command(
        name = "split",
        description = "Move the upper half of a range of shards to another pair, as shards move does.",
        mixinStandardHelpOptions = true)
final class SplitRangeCommand extends MovingCommand {
    SplitRangeCommand(CliEnvironment environment) {
        super(environment, "SPLIT RANGE");
    }
}
