package io.pinion.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A command that moves shards to another pair. The proxy moves them in the background; the command waits for the end.
 */
abstract class MovingCommand extends ProxyCommand {
    private final String statement;

    @Mixin
    private ShardOptions shards;

    @Option(names = "--to", paramLabel = "PAIR", required = true, description = "The pair that shall have them.")
    private String to;

    @Mixin
    private DryRun dryRun;

    /** @param statement the statement's first words, such as {@code MOVE SHARDS} */
    @SuppressWarnings("NullAway.Init") // picocli sets the fields
    MovingCommand(CliEnvironment environment, String statement) {
        super(environment);
        this.statement = statement;
    }

    @Override
    final Result carryOut(AdminStatement order) throws CliFailure {
        String sql = dryRun.sql(
                statement + " " + shards.range() + " TO PAIR " + quoted(to) + " IN " + quoted(shards.keyspace));
        if (dryRun.wanted) {
            return order.ask(sql);
        }
        OperationState begun = OperationState.of(order.run(sql)).getFirst();
        return order.awaitEnd(begun.number());
    }

    @Override
    final OutputFormat onTerminal() {
        return dryRun.wanted ? OutputFormat.TABLE : OutputFormat.VERTICAL;
    }

    @Override
    final void judge(Result printed) throws CliFailure {
        if (!dryRun.wanted) {
            OperationState.require(printed, OperationState.REACHED);
        }
    }
}
