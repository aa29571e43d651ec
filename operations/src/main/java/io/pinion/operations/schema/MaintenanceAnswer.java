package io.pinion.operations.schema;

import io.pinion.operations.engine.OperationOutcome.MaintenanceRow;
import io.pinion.operations.journal.ShardSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges the shards' answers into one: an equal row of all shards appears once, a row of some shards names them.
 * Thread-safe.
 */
final class MaintenanceAnswer {
    private static final int MOST = 1_000;

    private final String keyspace;
    private final Map<MaintenanceRow, ShardSet> shardsBySaying = new LinkedHashMap<>();
    private ShardSet all = ShardSet.NONE;

    MaintenanceAnswer(String keyspace) {
        this.keyspace = keyspace;
    }

    synchronized void add(ShardPlace place, List<MaintenanceRow> rows) {
        all = all.with(List.of(place.shard()));
        for (MaintenanceRow row : rows) {
            String table = row.table().substring(row.table().indexOf('.') + 1);
            MaintenanceRow logical = new MaintenanceRow(
                    keyspace + "." + table,
                    row.operation(),
                    row.type(),
                    row.text().replace(place.database(), keyspace));
            if (shardsBySaying.size() < MOST || shardsBySaying.containsKey(logical)) {
                shardsBySaying.merge(
                        logical, ShardSet.of(List.of(place.shard())), (one, other) -> one.with(other.list()));
            }
        }
    }

    synchronized List<MaintenanceRow> rows() {
        List<MaintenanceRow> rows = new ArrayList<>();
        shardsBySaying.forEach((row, shards) -> rows.add(
                shards.equals(all)
                        ? row
                        : new MaintenanceRow(
                                row.table(), row.operation(), row.type(), row.text() + " (shards " + shards + ")")));
        return rows;
    }
}
