package io.pinion.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion keyspaces create}: see {@code CREATE KEYSPACE}. */
@Command(
        name = "create",
        description = "Make a keyspace over pairs: the databases of its shards, and what clients see.",
        mixinStandardHelpOptions = true)
final class CreateKeyspaceCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "KEYSPACE", description = "Its name, which clients see as a database.")
    private String keyspace;

    @ArgGroup(multiplicity = "1")
    private Kind kind;

    /** How a row finds its shard. */
    private static final class Kind {
        @Option(names = "--id", paramLabel = "SHARDS", description = "So many shards; a row's global id has its shard.")
        private @Nullable Integer id;

        @Option(names = "--mod", paramLabel = "SHARDS", description = "So many shards; a row's key is hashed.")
        private @Nullable Integer mod;

        @Option(names = "--single", description = "Not sharded: one database of this name.")
        private boolean single;
    }

    @Mixin
    private PairsOption pairs;

    @Option(names = "--hash", paramLabel = "FUNCTION", description = "For --mod. Default: md5.")
    private @Nullable String hash;

    @Option(
            names = "--database",
            paramLabel = "PATTERN",
            description = "The names of the shards' databases. Default: KEYSPACE%%05d.")
    private @Nullable String database;

    @Option(names = "--charset", paramLabel = "CHARSET", description = "Of the databases. Default: utf8mb4.")
    private @Nullable String charset;

    @Option(names = "--collation", paramLabel = "COLLATION", description = "Of the databases.")
    private @Nullable String collation;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() throws CliFailure {
        if (hash != null && kind.mod == null) {
            throw CliFailure.usage("--hash is said with --mod");
        }
        List<String> words = new ArrayList<>(List.of("CREATE KEYSPACE", quoted(keyspace), kindSql()));
        if (hash != null) {
            words.add("HASH " + quoted(hash));
        }
        words.add(pairs.sql());
        if (database != null) {
            words.add("DATABASE " + ServerLoginOptions.text(database));
        }
        if (charset != null) {
            words.add("CHARACTER SET " + quoted(charset));
        }
        if (collation != null) {
            words.add("COLLATE " + quoted(collation));
        }
        return dryRun.sql(String.join(" ", words));
    }

    private String kindSql() {
        if (kind.single) {
            return "SINGLE";
        }
        return kind.id != null ? "ID SHARDS " + kind.id : "MOD SHARDS " + kind.mod;
    }
}
