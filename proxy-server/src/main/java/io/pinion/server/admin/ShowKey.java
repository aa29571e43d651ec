package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.topology.Topology;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.server.admin.AdminTokens.Token;
import java.math.BigInteger;
import java.util.concurrent.CompletionStage;

/** {@code SHOW KEY}: the shard of a mod keyspace that a key hashes to. */
final class ShowKey extends AdminCommand {
    ShowKey() {
        super("SHOW KEY", "SHOW KEY 'key' IN keyspace", "which shard of a mod keyspace a key hashes to");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        String key = key(arguments.token("a key in quotes, or a whole number"));
        if (!arguments.take("IN") && !arguments.take("FROM")) {
            throw new AdminSyntaxException("expected IN keyspace after the key");
        }
        Topology topology = context.proxy().topology();
        Keyspace.Mod keyspace = mod(arguments.name("a keyspace"), topology);
        arguments.end();
        String charset = keyspace.keyEncoding().charset();
        byte[] bytes = keyspace.keyEncoding()
                .bytesOf(key)
                .orElseThrow(() -> new AdminSyntaxException("'" + key + "' has a character that " + charset
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

    /** A whole number is hashed by its canonical digits as in a statement, so that 007 is the key 7. */
    private static String key(Token token) {
        return switch (token.kind()) {
            case STRING -> token.text();
            case WORD -> {
                if (!token.text().matches("-?\\d+")) {
                    throw AdminTokens.unexpected(token, "a key in quotes, or a whole number");
                }
                yield new BigInteger(token.text()).toString();
            }
            case SIGN, UNCLOSED -> throw AdminTokens.unexpected(token, "a key in quotes, or a whole number");
        };
    }

    private static Keyspace.Mod mod(String name, Topology topology) {
        if (Lookup.keyspace(name, topology) instanceof Keyspace.Mod mod) {
            return mod;
        }
        throw new AdminSyntaxException("keyspace " + name + " finds its shards in another way than by hashing a key");
    }
}
