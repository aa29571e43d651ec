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
final class PlacesOfRows {
    private final List<CarriedTable> tables;
    private final RowSide side;
    private final PlacedRows placed;

    PlacesOfRows(List<CarriedTable> tables, RowSide side, ServerSessions sessions) {
        this.tables = List.copyOf(tables);
        this.side = side;
        this.placed = new PlacedRows(sessions, ImportSide.HOME);
    }

    /** The places of each row; none of one that is gone. */
    Map<CarriedKey, List<RowPlace>> of(Collection<CarriedKey> rows) throws SQLException, OperationRefused {
        Map<CarriedKey, List<RowPlace>> places = new LinkedHashMap<>();
        for (CarriedTable table : tables) {
            List<List<String>> keys = rows.stream()
                    .filter(row -> row.table().equals(table.name()))
                    .map(CarriedKey::key)
                    .toList();
            for (List<List<String>> some : table.parts(keys)) {
                Map<List<String>, List<PlacedRows.Found>> found =
                        placed.find(table, side.of(table), new SomeRows.Of(some));
                some.forEach(key -> places.put(
                        new CarriedKey(table.name(), key),
                        found.getOrDefault(key, List.of()).stream()
                                .map(PlacedRows.Found::place)
                                .toList()));
            }
        }
        return places;
    }

    /** The rows by their places. One that is gone is in the first place that may have had it, where it is missed. */
    Map<RowPlace, List<CarriedKey>> byPlace(Collection<CarriedKey> rows) throws SQLException, OperationRefused {
        Map<RowPlace, List<CarriedKey>> places = new LinkedHashMap<>();
        of(rows).forEach((row, there) -> (there.isEmpty() ? List.of(firstOf(row)) : there)
                .forEach(place ->
                        places.computeIfAbsent(place, at -> new ArrayList<>()).add(row)));
        return places;
    }

    private RowPlace firstOf(CarriedKey row) {
        return side.of(table(row)).getFirst();
    }

    CarriedTable table(CarriedKey row) {
        return tables.stream()
                .filter(table -> table.name().equals(row.table()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(row + " is of no table that is carried"));
    }
}
