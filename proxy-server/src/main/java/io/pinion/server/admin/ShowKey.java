package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW KEY}: the shard of a mod keyspace that a key hashes to. */
final class ShowKey extends AdminTable<ShowKey.KeyPlace> {
    /** A key and its shard. */
    record KeyPlace(String key, Keyspace.Mod keyspace, ShardId shard, Optional<Pair> pair) {}

    ShowKey() {
        super(
                List.of(SyntaxLine.of("SHOW KEY 'key' {IN | FROM} keyspace")),
                "which shard of a mod keyspace a key hashes to",
                text("key", KeyPlace::key, "The key"),
                text("keyspace", found -> found.keyspace().name(), "The keyspace"),
                text("hash", found -> hash(found.keyspace()), "How the keyspace finds the shard of a key"),
                number("shard", KeyPlace::shard, "The shard that the key hashes to"),
                text("pair", found -> found.pair().map(Pair::name), "The shard's pair; NULL while it isn't open"),
                text("primary", found -> found.pair().map(Pair::primary).map(Server::name), "The pair's primary"),
                text(
                        "database",
                        found -> found.keyspace().databases().databaseOf(found.shard()),
                        "The shard's database"),
                text(
                        "state",
                        found -> found.pair().isPresent() ? "open" : "shard not open",
                        "Whether the shard is open"));
    }

    @Override
    CompletionStage<List<KeyPlace>> rows(StatementArguments arguments, AdminContext context) {
        String key = arguments.text("'key'");
        Topology topology = context.proxy().topology();
        Keyspace.Mod keyspace = mod(arguments.text("keyspace"), topology);
        String charset = keyspace.keyEncoding().charset();
        byte[] bytes = keyspace.keyEncoding()
                .bytesOf(key)
                .orElseThrow(() -> new SyntaxRefused("'" + key + "' has a character that " + charset
                        + " lacks, the character set of the keys of " + keyspace.name()));
        ShardId shard = new ShardId(keyspace.function().shardOf(bytes, keyspace.shards()));
        return CompletableFuture.completedStage(
                List.of(new KeyPlace(key, keyspace, shard, Lookup.pair(shard, keyspace, topology))));
    }

    static String hash(Keyspace.Mod keyspace) {
        return keyspace.function().name() + " mod " + keyspace.shards();
    }

    private static Keyspace.Mod mod(String name, Topology topology) {
        if (Lookup.keyspace(name, topology) instanceof Keyspace.Mod mod) {
            return mod;
        }
        throw new SyntaxRefused("keyspace " + name + " finds its shards in another way than by hashing a key");
    }
}
