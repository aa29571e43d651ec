package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.topology.Topology;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.util.concurrent.CompletionStage;

/** {@code SHOW KEY}: the shard of a mod keyspace that a key hashes to. */
final class ShowKey extends AdminCommand {
    ShowKey() {
        super("SHOW KEY 'key' {IN | FROM} keyspace", "which shard of a mod keyspace a key hashes to");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        String key = arguments.text("'key'");
        Topology topology = context.proxy().topology();
        Keyspace.Mod keyspace = mod(arguments.text("keyspace"), topology);
        String charset = keyspace.keyEncoding().charset();
        byte[] bytes = keyspace.keyEncoding()
                .bytesOf(key)
                .orElseThrow(() -> new SyntaxRefused("'" + key + "' has a character that " + charset
                        + " lacks, the character set of the keys of " + keyspace.name()));
        ShardId shard = new ShardId(keyspace.function().shardOf(bytes, keyspace.shards()));
        String pair = keyspace.ranges().pairOf(shard.number());
        AnswerTable table = AnswerTable.of(
                text("key"),
                text("keyspace"),
                text("hash"),
                number("shard"),
                text("pair"),
                text("primary"),
                text("database"),
                text("state"));
        table.row(
                key,
                keyspace.name(),
                keyspace.function().name() + " mod " + keyspace.shards(),
                shard,
                pair,
                pair == null
                        ? null
                        : topology.pair(pair).orElseThrow().primary().name(),
                keyspace.databases().databaseOf(shard),
                pair == null ? "shard not open" : "open");
        return AdminCommands.answered(table.rows());
    }

    private static Keyspace.Mod mod(String name, Topology topology) {
        if (Lookup.keyspace(name, topology) instanceof Keyspace.Mod mod) {
            return mod;
        }
        throw new SyntaxRefused("keyspace " + name + " finds its shards in another way than by hashing a key");
    }
}
