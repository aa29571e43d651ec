package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Looks at one database in the order of each table's key, and at all shards for the same keys.
 *
 * @param freelyPlaced whether clients' new rows are on any shard, as new objects are
 */
record HomeWalk(RowPlace home, RowSide shards, ImportDirection direction, boolean freelyPlaced) implements RowWalk {
    private static final int PART_ROWS = 5_000;

    /** What a part has in memory of tables whose rows are on every shard. */
    private static final int MOST_COPIES = 100_000;

    private static final int KEYS_AT_ONCE = 100;

    @Override
    public void all(CarriedTable table, PlacedRows placed, Part listener) throws SQLException, OperationRefused {
        int part = table.placing() instanceof Placing.Everywhere ? copiedRows() : PART_ROWS;
        placed.pages(
                table,
                home,
                part,
                (range, here) -> listener.compared(
                        here.size(), compared(table, here, placed.find(table, shards.places(), range))));
    }

    private int copiedRows() {
        return Math.clamp(MOST_COPIES / shards.places().size(), 1, PART_ROWS);
    }

    @Override
    public Map<CarriedKey, String> again(CarriedTable table, List<List<String>> keys, PlacedRows placed)
            throws SQLException, OperationRefused {
        Map<CarriedKey, String> differing = new LinkedHashMap<>();
        for (int from = 0; from < keys.size(); from += KEYS_AT_ONCE) {
            SomeRows rows = new SomeRows.Of(
                    new LinkedHashSet<>(keys.subList(from, Math.min(keys.size(), from + KEYS_AT_ONCE))));
            differing.putAll(compared(
                    table, placed.find(table, List.of(home), rows), placed.find(table, shards.places(), rows)));
        }
        return differing;
    }

    /** The rows that differ, and how. */
    private Map<CarriedKey, String> compared(
            CarriedTable table,
            Map<List<String>, List<PlacedRows.Found>> here,
            Map<List<String>, List<PlacedRows.Found>> there)
            throws OperationRefused {
        Map<CarriedKey, String> differing = new LinkedHashMap<>();
        for (Map.Entry<List<String>, List<PlacedRows.Found>> row : here.entrySet()) {
            PlacedRows.Found right = row.getValue().getFirst();
            List<PlacedRows.Found> found = there.getOrDefault(row.getKey(), List.of());
            String what = PlacedDifference.of(right.sum(), wanted(table, row.getKey(), right, found), found);
            if (what != null) {
                differing.put(new CarriedKey(table.name(), row.getKey()), what);
            }
        }
        there.forEach((key, found) -> {
            if (!here.containsKey(key)) {
                differing.put(
                        new CarriedKey(table.name(), key),
                        switch (direction) {
                                    case FORTH -> "extra in ";
                                    case BACK -> "not in the old database, but in ";
                                }
                                + found.getFirst().place());
            }
        });
        return differing;
    }

    private List<RowPlace> wanted(
            CarriedTable table, List<String> key, PlacedRows.Found right, List<PlacedRows.Found> found)
            throws OperationRefused {
        boolean anywhere =
                direction == ImportDirection.BACK && freelyPlaced && table.placing() instanceof Placing.ByKey;
        return anywhere
                ? found.stream().map(PlacedRows.Found::place).limit(1).toList()
                : shards.of(table, key, right.shardKey());
    }
}
