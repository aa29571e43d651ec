package io.pinion.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code pinion import}: see {@code IMPORT DATABASE}. The proxy copies in the background; the command waits until the
 * name is handed over, or may be on request.
 */
@Command(
        name = "import",
        description = "Copy a database of one pair to the shards of a keyspace, and hand its name over. Clients wait"
                + " for a moment and get no error.",
        mixinStandardHelpOptions = true)
final class ImportCommand extends BackgroundCommand {
    @Parameters(paramLabel = "DATABASE", description = "Its name, which the keyspace gets.")
    private String name;

    @Option(
            names = "--from-pair",
            paramLabel = "PAIR",
            description = "The pair that has it. Default: that of the single keyspace of its name, else the home pair.")
    private @Nullable String from;

    @ArgGroup(multiplicity = "1")
    private Kind kind;

    /** How a row finds its shard. */
    private static final class Kind {
        @Option(names = "--mod", paramLabel = "SHARDS", description = "So many shards; a row's key is hashed.")
        private @Nullable Integer mod;

        @Option(names = "--id", paramLabel = "SHARDS", description = "So many shards; rows become objects with ids.")
        private @Nullable Integer id;

        private String sql() {
            return id == null ? "AS MOD SHARDS " + mod : "AS ID SHARDS " + id;
        }
    }

    @Mixin
    private PairsOption pairs;

    @Option(names = "--hash", paramLabel = "FUNCTION", description = "Of the keys. Default: md5.")
    private @Nullable String hash;

    @Option(
            names = "--database",
            paramLabel = "PATTERN",
            description = "The names of the shards' databases. Default: DATABASE%%05d.")
    private @Nullable String pattern;

    @Option(
            names = "--tables",
            paramLabel = "FILE",
            description = "JSON that says of each table by which column its rows are hashed, or that it is a reference"
                    + " table or skipped. Default: all by their primary key.")
    private @Nullable Path tables;

    @Option(
            names = "--hand-over-on-request",
            description = "Go on following behind the copy, until pinion operations hand-over.")
    private boolean onRequest;

    @Override
    String statement() throws CliFailure {
        List<String> words = new ArrayList<>(List.of("IMPORT DATABASE", quoted(name)));
        if (from != null) {
            words.add("FROM PAIR " + quoted(from));
        }
        words.add(kind.sql());
        if (hash != null) {
            words.add("HASH " + quoted(hash));
        }
        words.add(pairs.sql());
        if (pattern != null) {
            words.add("DATABASE " + ServerLoginOptions.text(pattern));
        }
        if (tables != null) {
            words.add("TABLES " + ServerLoginOptions.text(read(tables)));
        }
        if (onRequest) {
            words.add("HAND OVER ON REQUEST");
        }
        return String.join(" ", words);
    }

    private static String read(Path file) throws CliFailure {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw CliFailure.usage("--tables can't be read: " + FailureText.of(e));
        }
    }
}
