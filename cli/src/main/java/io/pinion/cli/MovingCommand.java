package io.pinion.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * A command that moves shards to another pair. The proxy moves them in the background; the command waits for the end.
 */
@Command(mixinStandardHelpOptions = true)
final class MovingCommand extends BackgroundCommand {
    private final String statement;

    @Mixin
    private ShardOptions shards;

    @Option(names = "--to", paramLabel = "PAIR", required = true, description = "The pair that shall have them.")
    private String to;

    /** @param statement the statement's first words, such as {@code MOVE SHARDS} */
    private MovingCommand(String statement) {
        this.statement = statement;
    }

    static CommandLine move() {
        return of(
                new MovingCommand("MOVE SHARDS"),
                "move",
                "Copy shards to another pair and hand them over. Clients wait for a moment and get no error.");
    }

    static CommandLine split() {
        return of(
                new MovingCommand("SPLIT RANGE"),
                "split",
                "Move the upper half of a range of shards to another pair, as shards move does.");
    }

    private static CommandLine of(MovingCommand command, String name, String description) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(name);
        spec.usageMessage().description(description);
        return new CommandLine(spec);
    }

    @Override
    String statement() throws CliFailure {
        return statement + " " + shards.range() + " TO PAIR " + quoted(to) + " IN " + quoted(shards.keyspace);
    }
}
