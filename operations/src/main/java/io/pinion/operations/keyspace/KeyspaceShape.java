package io.pinion.operations.keyspace;

import io.pinion.operations.server.sql.SqlText;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunction;
import io.pinion.routing.function.ShardFunctions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A keyspace that somebody asks for.
 *
 * @param shards the number of shards; 1 for a keyspace that isn't sharded
 * @param databases the pattern of its databases' names; empty for a keyspace that isn't sharded, whose database has its
 *     name
 * @param pairs share the shards evenly, in this order; at least one
 * @param hash the name of the function of a mod keyspace; empty for others
 * @param charset of the databases; empty for the servers' default
 * @param collation of the databases; empty for the charset's default
 */
public record KeyspaceShape(
        String name,
        Kind kind,
        int shards,
        Optional<DatabasePattern> databases,
        List<String> pairs,
        String hash,
        String charset,
        String collation) {
    /** Kinds of keyspaces, as the topology names them. */
    public enum Kind {
        ID,
        MOD,
        SINGLE
    }

    public KeyspaceShape {
        pairs = List.copyOf(pairs);
        if (pairs.isEmpty()) {
            throw new IllegalArgumentException("a keyspace lives on a pair");
        }
    }

    /** The same with the character set and the collation of databases that are there. */
    public KeyspaceShape withTexts(String charset, String collation) {
        return new KeyspaceShape(name, kind, shards, databases, pairs, hash, charset, collation);
    }

    /** The consecutive shards of each pair; a pair may get one shard less than another. */
    public List<ShardRange> ranges() {
        List<ShardRange> ranges = new ArrayList<>();
        for (int place = 0; place < pairs.size(); place++) {
            int first = firstShard(place);
            int next = firstShard(place + 1);
            if (next > first) {
                ranges.add(ShardRange.of(first, next - 1, pairs.get(place)));
            }
        }
        return ranges;
    }

    private int firstShard(int place) {
        return (int) ((long) shards * place / pairs.size());
    }

    /** The databases of a sharded keyspace by their pair, that of the lowest shard first. */
    public Map<String, List<String>> databasesOfPairs() {
        return databases.orElseThrow().databasesOfPairs(ranges());
    }

    public String database(int shard) {
        return databases.map(pattern -> pattern.databaseOf(new ShardId(shard))).orElse(name);
    }

    /** The topology's entry, without tables. */
    public Keyspace entry() {
        return switch (kind) {
            case ID -> new Keyspace.Id(name, databases.orElseThrow(), new RangeTable(ranges()), Map.of());
            case MOD ->
                new Keyspace.Mod(
                        name,
                        databases.orElseThrow(),
                        new RangeTable(ranges()),
                        Map.of(),
                        shards,
                        function(),
                        KeyEncoding.UTF8);
            case SINGLE -> new Keyspace.Single(name, pairs.getFirst());
        };
    }

    private ShardFunction function() {
        return ShardFunctions.byName(hash)
                .orElseThrow(() -> new IllegalStateException("there is no hash called " + hash));
    }

    /** {@code CREATE DATABASE IF NOT EXISTS} for a shard. */
    public String createDatabase(int shard) {
        return "CREATE DATABASE IF NOT EXISTS " + SqlText.quoteName(database(shard)) + texts();
    }

    /** The statement with which it is asked for. */
    String statement() {
        return "CREATE KEYSPACE " + name + " " + words() + texts();
    }

    /** Its kind and its places, as statements say them: {@code ID SHARDS 64 ON PAIR MySQL001 DATABASE 'db%05d'}. */
    public String words() {
        return switch (kind) {
                    case SINGLE -> "SINGLE";
                    case ID -> "ID SHARDS " + shards;
                    case MOD -> "MOD SHARDS " + shards + " HASH " + hash;
                }
                + places();
    }

    public String places() {
        return " ON " + (pairs.size() == 1 ? "PAIR " : "PAIRS ") + String.join(", ", pairs)
                + databases.map(pattern -> " DATABASE '" + pattern + "'").orElse("");
    }

    private String texts() {
        return (charset.isEmpty() ? "" : " CHARACTER SET " + charset)
                + (collation.isEmpty() ? "" : " COLLATE " + collation);
    }
}
