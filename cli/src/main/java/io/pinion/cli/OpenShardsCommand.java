package io.pinion.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pinion shards open}: see {@code OPEN SHARDS}. */
@Command(
        name = "open",
        description = "Make databases for new shards on a pair, and open them for new objects.",
        mixinStandardHelpOptions = true)
final class OpenShardsCommand extends AdminStatementCommand {
    @Mixin
    private ShardOptions shards;

    @Option(names = "--pair", paramLabel = "PAIR", required = true, description = "Where they are made.")
    private String pair;

    @Option(
            names = "--weight",
            paramLabel = "W",
            description = "Their share of new objects, beside that of others. Default: as many as they are.")
    private @Nullable Integer weight;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() throws CliFailure {
        return dryRun.sql("OPEN SHARDS " + shards.range() + " ON PAIR " + quoted(pair) + " IN "
                + quoted(shards.keyspace) + (weight == null ? "" : " WEIGHT " + weight));
    }
}
