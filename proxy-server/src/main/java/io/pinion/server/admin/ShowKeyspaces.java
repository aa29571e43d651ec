package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code SHOW KEYSPACES}: how each keyspace finds its shards. */
final class ShowKeyspaces extends AdminTable<Keyspace> {
    ShowKeyspaces() {
        super(
                "SHOW KEYSPACES",
                "how each keyspace finds its shards",
                text("keyspace", Keyspace::name, "The name of the keyspace"),
                text("kind", ShowKeyspaces::kind, "How it finds a shard, by id, mod or single, and what is under way"),
                text("databases", ShowKeyspaces::databases, "The names of its databases"),
                number("open_shards", sharded(many -> many.ranges().shards()), "Its shards that are open"),
                number("pairs", ShowKeyspaces::pairs, "The pairs that have some of it"),
                number("tables", sharded(many -> many.tables().size()), "The tables that the topology names"),
                text("hash", mod(ShowKey::hash), "The hash that finds the shard of a key"),
                text("key_charset", mod(hashed -> hashed.keyEncoding().charset()), "The character set of hashed keys"),
                text("transactions", keyspace -> keyspace.transactions().word(), "How it commits on several shards"),
                text("scatter", sharded(many -> many.scatter().words()), "What statements without a shard may do"));
    }

    @Override
    CompletionStage<List<Keyspace>> rows(StatementArguments arguments, AdminContext context) {
        return CompletableFuture.completedStage(
                List.copyOf(context.proxy().topology().keyspaces().values()));
    }

    private static String kind(Keyspace keyspace) {
        return switch (keyspace) {
            case Keyspace.Id id -> id.isImporting() ? "id, importing" : "id";
            case Keyspace.Mod mod ->
                "mod" + mod.importing().map(Importing::words).orElse("")
                        + mod.resharding().map(Resharding::words).orElse("");
            case Keyspace.Single single -> "single";
        };
    }

    private static Object databases(Keyspace keyspace) {
        return keyspace instanceof Keyspace.Sharded many ? many.databases() : keyspace.name();
    }

    private static long pairs(Keyspace keyspace) {
        return keyspace instanceof Keyspace.Sharded many
                ? many.ranges().ranges().stream()
                        .map(ShardRange::pair)
                        .distinct()
                        .count()
                : 1;
    }

    /** NULL for a keyspace without shards. */
    private static Function<Keyspace, ?> sharded(Function<Keyspace.Sharded, ?> value) {
        return keyspace -> keyspace instanceof Keyspace.Sharded many ? value.apply(many) : null;
    }

    /** NULL for a keyspace without a hash. */
    private static Function<Keyspace, ?> mod(Function<Keyspace.Mod, ?> value) {
        return keyspace -> keyspace instanceof Keyspace.Mod hashed ? value.apply(hashed) : null;
    }
}
