package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.form.ImportSide;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds rejected rows where they are now. Blocks; for one thread. */
final class RejectedPlaces {
    private final List<CarriedTable> tables;
    private final RowSide source;
    private final PlacedRows placed;

    RejectedPlaces(List<CarriedTable> tables, RowSide source, ServerSessions sessions) {
        this.tables = List.copyOf(tables);
        this.source = source;
        this.placed = new PlacedRows(sessions, ImportSide.HOME);
    }

    /** The rows by their places. One that is gone is in the first place that may have had it, where it is missed. */
    Map<RowPlace, List<CarriedKey>> of(List<RejectedRow> rows) throws SQLException, OperationRefused {
        Map<RowPlace, List<CarriedKey>> places = new LinkedHashMap<>();
        for (CarriedTable table : tables) {
            List<List<String>> keys = rows.stream()
                    .map(RejectedRow::row)
                    .filter(row -> row.table().equals(table.name()))
                    .map(CarriedKey::key)
                    .toList();
            List<RowPlace> all = source.of(table);
            for (List<List<String>> some : table.parts(keys)) {
                Map<List<String>, List<PlacedRows.Found>> found =
                        all.size() == 1 ? Map.of() : placed.find(table, all, new SomeRows.Of(some));
                for (List<String> key : some) {
                    for (RowPlace place : placesOf(found.getOrDefault(key, List.of()), all)) {
                        places.computeIfAbsent(place, at -> new ArrayList<>()).add(new CarriedKey(table.name(), key));
                    }
                }
            }
        }
        return places;
    }

    private static List<RowPlace> placesOf(List<PlacedRows.Found> found, List<RowPlace> all) {
        return found.isEmpty()
                ? all.subList(0, 1)
                : found.stream().map(PlacedRows.Found::place).toList();
    }
}
