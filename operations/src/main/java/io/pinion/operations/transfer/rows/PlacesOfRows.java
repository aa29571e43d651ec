package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.form.ImportSide;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds rows of one side where they are now. Blocks; for one thread. */
record PlacesOfRows(List<CarriedTable> tables, RowSide side, ServerSessions sessions) {
    /** The rows by their places. One that is gone is in the first place that may have had it, where it is missed. */
    Map<RowPlace, List<CarriedKey>> byPlace(Collection<CarriedKey> rows) throws SQLException, OperationRefused {
        PlacedRows placed = new PlacedRows(sessions, ImportSide.HOME);
        Map<RowPlace, List<CarriedKey>> places = new LinkedHashMap<>();
        for (CarriedTable table : tables) {
            List<List<String>> keys = rows.stream()
                    .filter(row -> row.table().equals(table.name()))
                    .map(CarriedKey::key)
                    .toList();
            for (List<List<String>> some : table.parts(keys)) {
                Map<List<String>, List<PlacedRows.Found>> found =
                        placed.find(table, side.of(table), new SomeRows.Of(some));
                for (List<String> key : some) {
                    List<RowPlace> there = found.getOrDefault(key, List.of()).stream()
                            .map(PlacedRows.Found::place)
                            .toList();
                    (there.isEmpty() ? side.of(table).subList(0, 1) : there)
                            .forEach(place -> places.computeIfAbsent(place, at -> new ArrayList<>())
                                    .add(new CarriedKey(table.name(), key)));
                }
            }
        }
        return places;
    }
}
