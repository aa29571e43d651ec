package io.pinion.operations.transfer.rows;

import io.pinion.operations.transfer.form.ImportSide;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks at rows with JSON again that have been carried back: clients may write members that have no place in the old
 * database, also behind the comparison of all rows. Blocks; for one thread.
 */
final class CarriedJson {
    private static final int MOST_DOUBTS = 10_000;

    private final RowSide home;
    private final RowSide shards;
    private final ServerSessions sessions;
    private final Set<CarriedKey> doubts = new LinkedHashSet<>();

    CarriedJson(RowSide home, RowSide shards, ServerSessions sessions) {
        this.home = home;
        this.shards = shards;
        this.sessions = sessions;
    }

    /** Rows that weren't the same on both sides when they were carried last: they may have changed again. */
    Set<CarriedKey> doubts() {
        return Set.copyOf(doubts);
    }

    /** @throws ImportBroken also when a row has members that can't be carried */
    void carried(ChangeBatch batch) throws SQLException, ImportBroken {
        Map<CarriedTable, List<List<String>>> tables = new HashMap<>();
        batch.changes().forEach((key, change) -> {
            if (!change.table().form(ImportSide.SHARDS).others().isEmpty()) {
                tables.computeIfAbsent(change.table(), table -> new ArrayList<>())
                        .add(key.key());
            }
        });
        for (Map.Entry<CarriedTable, List<List<String>>> table : tables.entrySet()) {
            look(table.getKey(), table.getValue());
        }
        if (doubts.size() > MOST_DOUBTS) {
            throw ImportBroken.of("more than " + MOST_DOUBTS + " rows differ behind their way back, such as "
                    + doubts.iterator().next());
        }
    }

    private void look(CarriedTable table, List<List<String>> keys) throws SQLException, ImportBroken {
        PlacedRows placed = new PlacedRows(sessions, ImportSide.HOME);
        for (List<List<String>> some : table.parts(keys)) {
            SomeRows rows = new SomeRows.Of(some);
            Map<List<String>, List<PlacedRows.Found>> here = placed.find(table, home.places(), rows);
            Map<List<String>, List<PlacedRows.Found>> there = placed.find(table, shards.of(table), rows);
            for (List<String> key : some) {
                CarriedKey row = new CarriedKey(table.name(), key);
                if (sums(here, key).equals(sums(there, key))) {
                    doubts.remove(row);
                } else {
                    doubts.add(row);
                }
            }
        }
    }

    private static List<String> sums(Map<List<String>, List<PlacedRows.Found>> found, List<String> key) {
        return found.getOrDefault(key, List.of()).stream()
                .map(PlacedRows.Found::sum)
                .toList();
    }
}
