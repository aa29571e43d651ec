package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.RowReader;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.transfer.form.ImportSide;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows that have taken a place from others in the old database: those with the same value of a unique key that
 * is unique on each shard only. Blocks; for one thread.
 *
 * @param places of the rows on the shards
 */
record UniqueValues(RowPlace home, PlacesOfRows places, ServerSessions sessions) {
    /** Which value of a row another row has in the database, in words; empty when there is none. */
    Optional<String> taken(CarriedTable table, CarriedKey row, RowPlace place) throws SQLException, OperationRefused {
        List<byte[] @Nullable []> rows = new ArrayList<>();
        String condition = table.form(place).bounds().conditionOf(List.of(table.keyIn(place, row.key())));
        read(table.in(place), place, condition, values -> rows.add(table.carried(values, ImportSide.HOME)));
        for (byte[] @Nullable [] values : rows) {
            for (Map.Entry<String, List<String>> key : keys(table).entrySet()) {
                Optional<String> found = taken(table, row, values, key.getKey(), key.getValue());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private interface RowFound {
        void row(byte[] @Nullable [] values) throws OperationRefused;
    }

    private void read(TableShape table, RowPlace place, String condition, RowFound rows)
            throws SQLException, OperationRefused {
        ServerConnection server = sessions.on(place.server());
        BaseTables.<OperationRefused>whileHeld(
                server.jdbc(),
                table.name(),
                () -> RowReader.<OperationRefused>read(
                        server.jdbc(), table, condition, (values, bytes) -> rows.row(values)));
    }

    /** The columns of the unique keys besides the primary one, by name. */
    private Map<String, List<String>> keys(CarriedTable table) throws SQLException {
        List<Map<String, String>> columns = BaseTables.asking(
                sessions.on(home.server()).jdbc(),
                List.of(home.name(table)),
                held -> Answers.rows(
                        held.getFirst().connection(),
                        "SELECT index_name AS name, column_name AS col FROM information_schema.statistics WHERE "
                                + held.getFirst().condition()
                                + " AND non_unique = 0 AND index_name <> 'PRIMARY' ORDER BY index_name, seq_in_index"));
        Map<String, List<String>> keys = new LinkedHashMap<>();
        for (Map<String, String> column : columns) {
            keys.computeIfAbsent(column.getOrDefault("name", ""), name -> new ArrayList<>())
                    .add(column.getOrDefault("col", ""));
        }
        return keys;
    }

    private Optional<String> taken(
            CarriedTable table, CarriedKey row, byte[] @Nullable [] values, String key, List<String> columns)
            throws SQLException, OperationRefused {
        TableShape by = by(table, columns);
        KeyBounds bounds = KeyBounds.of(by, sessions.on(home.server()).dialect());
        List<byte[]> wanted = of(by, values, columns);
        if (bounds.isEmpty() || wanted.size() < columns.size()) {
            return Optional.empty();
        }
        List<String> literals = bounds.bound(wanted);
        List<List<String>> others = new ArrayList<>();
        read(by, home, bounds.conditionOf(List.of(literals)), found -> others.add(table.key(found)));
        others.remove(row.key());
        if (others.isEmpty()) {
            return Optional.empty();
        }
        CarriedKey other = new CarriedKey(table.name(), others.getFirst());
        return Optional.of("the old database can have one row with "
                + literals.stream().map(CarriedKey::words).collect(Collectors.joining(", ")) + " in its unique key "
                + key + ", and has " + other + placesOf(other));
    }

    /** The table with another key. */
    private TableShape by(CarriedTable table, List<String> columns) {
        TableShape shape = table.in(home);
        return new TableShape(shape.name(), shape.columns(), columns, false, "", shape.bytes());
    }

    /** Without those that are NULL, which two rows may have. */
    private static List<byte[]> of(TableShape table, byte[] @Nullable [] row, List<String> columns) {
        List<String> stored =
                table.stored().stream().map(column -> column.name()).toList();
        List<byte[]> values = new ArrayList<>();
        for (String column : columns) {
            int at = stored.indexOf(column);
            byte[] value = at < 0 ? null : row[at];
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private String placesOf(CarriedKey row) throws SQLException, OperationRefused {
        return places.of(List.of(row)).getOrDefault(row, List.of()).stream()
                .map(place -> " of " + place)
                .collect(Collectors.joining(" and"));
    }
}
