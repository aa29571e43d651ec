package io.pinion.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code pinion keyspaces reshard}: see {@code RESHARD KEYSPACE}. The proxy copies in the background; the command waits
 * until the keyspace has its new shards, or may have them on request.
 */
@Command(
        name = "reshard",
        description =
                "Give a mod keyspace another number of shards, or another hash. Clients wait for a moment and get no"
                        + " error.",
        mixinStandardHelpOptions = true)
final class ReshardKeyspaceCommand extends BackgroundCommand {
    @Parameters(paramLabel = "KEYSPACE", description = "Its name.")
    private String name;

    @Option(names = "--into", paramLabel = "SHARDS", required = true, description = "So many shards.")
    private int shards;

    @Mixin
    private PairsOption pairs;

    @Option(names = "--hash", paramLabel = "FUNCTION", description = "Of the keys. Default: the one that it has.")
    private @Nullable String hash;

    @Option(
            names = "--database",
            paramLabel = "PATTERN",
            description = "The names of the new shards' databases. Default: KEYSPACE_SHARDS_%%05d.")
    private @Nullable String pattern;

    @Option(
            names = "--hand-over-on-request",
            description = "Go on following behind the copy, until pinion operations hand-over.")
    private boolean onRequest;

    @Override
    String statement() {
        List<String> words = new ArrayList<>(List.of("RESHARD KEYSPACE", quoted(name), "INTO " + shards + " SHARDS"));
        if (hash != null) {
            words.add("HASH " + quoted(hash));
        }
        words.add(pairs.sql());
        if (pattern != null) {
            words.add("DATABASE " + ServerLoginOptions.text(pattern));
        }
        if (onRequest) {
            words.add("HAND OVER ON REQUEST");
        }
        return String.join(" ", words);
    }
}
