package io.pinion.operations.schema;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Compares every open shard of a keyspace with its lowest one, table by table. Blocks until all are compared.
 *
 * @param workers one task of each pair; the caller's thread serves, too
 */
public record DriftReport(ShardConnections connections, Executor workers) {
    /** More rows would tell an operator no more, and fill the memory. */
    private static final int MOST_ROWS = 10_000;

    /** A report doesn't wait longer for a locked table. */
    private static final List<String> SETTINGS = List.of("SET SESSION lock_wait_timeout = 5");

    /** @param table the only one to compare; empty for all */
    public List<DriftRow> of(Topology topology, String keyspace, Optional<String> table) throws OperationRefused {
        List<ShardPlace> places = ShardPlaces.of(topology, keyspace, Optional.empty());
        Map<String, String> reference;
        ShardPlace first = places.getFirst();
        try (ShardConnection connection = connections.open(first.pair(), Account.DATA, SETTINGS)) {
            reference = definitions(connection, first, table);
        } catch (SQLException e) {
            throw new OperationRefused(first + ", the reference of " + keyspace + ", can't be read: " + e.getMessage());
        }
        Map<String, List<ShardPlace>> byPair = new LinkedHashMap<>();
        places.forEach(place ->
                byPair.computeIfAbsent(place.pair(), pair -> new ArrayList<>()).add(place));
        List<CompletableFuture<List<DriftRow>>> running = byPair.values().stream()
                .map(ofPair -> CompletableFuture.supplyAsync(() -> ofPair(keyspace, ofPair, reference, table), workers))
                .toList();
        List<DriftRow> rows = new ArrayList<>();
        running.forEach(pair -> rows.addAll(pair.join()));
        return rows.size() <= MOST_ROWS ? rows : rows.subList(0, MOST_ROWS);
    }

    private List<DriftRow> ofPair(
            String keyspace, List<ShardPlace> places, Map<String, String> reference, Optional<String> table) {
        List<DriftRow> rows = new ArrayList<>();
        ShardPlace at = places.getFirst();
        try (ShardConnection connection = connections.open(at.pair(), Account.DATA, SETTINGS)) {
            for (ShardPlace place : places) {
                at = place;
                if (rows.size() < MOST_ROWS) {
                    compare(keyspace, place, reference, connection, table, rows);
                }
            }
        } catch (SQLException e) {
            rows.add(new DriftRow(keyspace, "", at.shard(), at.pair(), "can't be read: " + e.getMessage()));
        }
        return rows;
    }

    private static void compare(
            String keyspace,
            ShardPlace place,
            Map<String, String> reference,
            ShardConnection connection,
            Optional<String> table,
            List<DriftRow> rows)
            throws SQLException {
        Map<String, String> found;
        try {
            found = definitions(connection, place, table);
        } catch (SQLException e) {
            if (ShardConnection.isLost(e)) {
                throw e;
            }
            rows.add(new DriftRow(keyspace, "", place.shard(), place.pair(), String.valueOf(e.getMessage())));
            return;
        }
        TreeSet<String> names = new TreeSet<>(reference.keySet());
        names.addAll(found.keySet());
        for (String name : names) {
            String wanted = reference.getOrDefault(name, TableText.ABSENT);
            TableText.differences(wanted, found.getOrDefault(name, TableText.ABSENT))
                    .forEach(difference ->
                            rows.add(new DriftRow(keyspace, name, place.shard(), place.pair(), difference)));
        }
    }

    private static Map<String, String> definitions(ShardConnection connection, ShardPlace place, Optional<String> table)
            throws SQLException {
        Map<String, String> definitions = new TreeMap<>();
        for (String name : connection.tables(place.database())) {
            boolean wanted = table.map(name::equals).orElse(!OwnTables.has(name));
            if (wanted) {
                definitions.put(name, connection.definition(place.database(), name));
            }
        }
        return definitions;
    }
}
