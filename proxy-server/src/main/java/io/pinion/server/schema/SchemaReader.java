package io.pinion.server.schema;

import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.catalog.KnownSchema.KnownKeyspace;
import io.pinion.routing.catalog.KnownSchema.KnownTable;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables of one shard of each sharded keyspace: of the lowest open shard or, when its server doesn't answer,
 * of a shard on another pair. Uses the account of statements. Blocks: belongs on a thread of its own.
 */
record SchemaReader(ServerAccess access) {
    /** The longest time to wait for each answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /**
     * @param schema the result; a keyspace that couldn't be read is as in {@code last}
     * @param unread a line for each keyspace that couldn't be read, with the pair that was asked last; empty for none
     */
    record Reading(KnownSchema schema, Map<String, String> unread) {}

    Reading read(Topology topology, KnownSchema last) {
        Map<String, String> unread = new LinkedHashMap<>();
        try (PairConnections connections = new PairConnections(topology, access, TIMEOUT)) {
            Map<String, KnownKeyspace> keyspaces = new HashMap<>();
            for (Keyspace keyspace : topology.keyspaces().values()) {
                if (keyspace instanceof Keyspace.Sharded sharded) {
                    KnownKeyspace before = last.keyspaces().get(sharded.name());
                    Optional.ofNullable(keyspace(connections, sharded, before, unread)
                                    .orElse(before))
                            .ifPresent(found -> keyspaces.put(sharded.name(), found));
                }
            }
            Map<String, List<String>> information =
                    informationColumns(connections, topology).orElse(last.informationColumns());
            return new Reading(new KnownSchema(last.version(), keyspaces, information, last.exhausted()), unread);
        }
    }

    private static Optional<KnownKeyspace> keyspace(
            PairConnections connections,
            Keyspace.Sharded keyspace,
            @Nullable KnownKeyspace before,
            Map<String, String> unread) {
        String problem = "no shard is open";
        String asked = "";
        Set<String> tried = new HashSet<>();
        for (ShardRange range : keyspace.ranges().ranges()) {
            if (!tried.add(range.pair())) {
                continue;
            }
            asked = range.pair();
            String database = keyspace.databases().databaseOf(new ShardId(range.first()));
            try {
                Optional<KnownKeyspace> read = connections
                        .to(range.pair())
                        .read(database, keyspace.tables().keySet());
                if (read.isPresent()) {
                    return Optional.of(withSingleTables(connections, keyspace, read.get(), before));
                }
                problem = "pair " + range.pair() + " has no database " + database;
            } catch (SQLException | Secrets.SecretMissing e) {
                connections.forget(range.pair());
                problem = "pair " + range.pair() + ": " + reason(e);
            }
        }
        unread.put("the tables of " + keyspace.name() + " can't be read: " + problem, asked);
        return Optional.empty();
    }

    /** Reads tables that live on one shard there; a table that can't be read stays as before. */
    private static KnownKeyspace withSingleTables(
            PairConnections connections,
            Keyspace.Sharded keyspace,
            KnownKeyspace read,
            @Nullable KnownKeyspace before) {
        Map<String, KnownTable> tables = new HashMap<>(read.tables());
        for (Table table : keyspace.tables().values()) {
            if (table instanceof Table.SingleTable single) {
                KnownTable last = before == null ? null : before.tables().get(single.name());
                KnownTable found = singleTable(connections, keyspace, single, last);
                if (found != null) {
                    tables.put(single.name(), found);
                }
            }
        }
        return new KnownKeyspace(read.charset(), read.collation(), tables);
    }

    private static @Nullable KnownTable singleTable(
            PairConnections connections,
            Keyspace.Sharded keyspace,
            Table.SingleTable table,
            @Nullable KnownTable last) {
        String pair = keyspace.ranges().pairOf(table.shard().number());
        if (pair == null) {
            return last;
        }
        String database = keyspace.databases().databaseOf(table.shard());
        try {
            return connections
                    .to(pair)
                    .read(database, Set.of(table.name()))
                    .map(shard -> shard.tables().get(table.name()))
                    .orElse(null);
        } catch (SQLException | Secrets.SecretMissing e) {
            connections.forget(pair);
            return last;
        }
    }

    /** The columns from the first server that answers. */
    private static Optional<Map<String, List<String>>> informationColumns(
            PairConnections connections, Topology topology) {
        Set<String> pairs = new LinkedHashSet<>(connections.open());
        topology.homePair().ifPresent(pairs::add);
        pairs.addAll(topology.pairs().keySet());
        for (String pair : pairs) {
            try {
                return Optional.of(connections.to(pair).informationColumns());
            } catch (SQLException | Secrets.SecretMissing e) {
                connections.forget(pair);
            }
        }
        return Optional.empty();
    }

    private static String reason(Exception e) {
        String message = String.valueOf(e.getMessage()).strip();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
