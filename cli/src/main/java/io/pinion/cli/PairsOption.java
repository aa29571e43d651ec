package io.pinion.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The pairs that the shards of a new keyspace are on. */
final class PairsOption {
    @Option(
            names = "--pairs",
            paramLabel = "PAIR",
            split = ",",
            required = true,
            description = "Where the shards are, in ranges of the same size.")
    private List<String> pairs = List.of();

    /** As an admin statement has it. */
    String sql() {
        return (pairs.size() == 1 ? "ON PAIR " : "ON PAIRS ")
                + pairs.stream().map(ProxyCommand::quoted).collect(Collectors.joining(", "));
    }
}
