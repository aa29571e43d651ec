package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pinion shards weight}: see {@code SET WEIGHT}. */
@Command(
        name = "weight",
        description = "Change the share of new objects that open shards get; 0 closes them for new ones.",
        mixinStandardHelpOptions = true)
final class WeightCommand extends AdminStatementCommand {
    @Mixin
    private ShardOptions shards;

    @Parameters(index = "1", paramLabel = "W", description = "For all of them together, beside those of others.")
    private int weight;

    @Override
    String sql() throws CliFailure {
        return "SET WEIGHT " + weight + " FOR SHARDS " + shards.range() + " IN " + quoted(shards.keyspace);
    }
}
