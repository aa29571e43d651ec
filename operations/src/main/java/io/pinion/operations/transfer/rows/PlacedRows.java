package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.RowSum;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.form.ImportSide;
import io.pinion.operations.transfer.form.ObjectIds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds in which places rows of a table are, with their checksums. Blocks; for one thread.
 *
 * @param compared the side in whose form rows are compared
 */
record PlacedRows(ServerSessions sessions, ImportSide compared) {
    /** In one statement. */
    private static final int PLACES_AT_ONCE = 100;

    private static final String SHARD_KEY = "pinion_shard_key";

    /** @param shardKey the value that places the row; null is NULL, or that of a row that needs none */
    record Found(RowPlace place, String sum, byte @Nullable [] shardKey) {}

    /** Where the rows are, by their keys in the old database, in the order in which they are found. */
    Map<List<String>, List<Found>> find(CarriedTable table, List<RowPlace> places, SomeRows rows)
            throws SQLException, OperationRefused {
        Map<RowPlace, SomeRows> same = new LinkedHashMap<>();
        places.forEach(place -> same.put(place, rows));
        return find(table, same);
    }

    /** The same for other rows in each place. */
    Map<List<String>, List<Found>> find(CarriedTable table, Map<RowPlace, SomeRows> rows)
            throws SQLException, OperationRefused {
        Map<List<String>, List<Found>> found = new LinkedHashMap<>();
        Map<String, List<RowPlace>> servers = rows.keySet().stream()
                .collect(
                        Collectors.groupingBy(place -> place.server().name(), LinkedHashMap::new, Collectors.toList()));
        for (List<RowPlace> all : servers.values()) {
            for (int from = 0; from < all.size(); from += PLACES_AT_ONCE) {
                List<RowPlace> some = all.subList(from, Math.min(all.size(), from + PLACES_AT_ONCE));
                find(table, some, rows, "", found);
            }
        }
        return found;
    }

    /** Gets the rows of a part of a table. */
    @FunctionalInterface
    interface PageReader {
        void of(SomeRows.Between range, Map<List<String>, List<Found>> rows) throws SQLException, OperationRefused;
    }

    /** All rows of one place, in the order of the key; the last part may have none. */
    void pages(CarriedTable table, RowPlace place, int most, PageReader page) throws SQLException, OperationRefused {
        List<String> after = List.of();
        do {
            Map<List<String>, List<Found>> rows = first(table, place, after, most);
            List<String> upTo = rows.size() < most ? List.of() : new ArrayList<>(rows.keySet()).getLast();
            page.of(new SomeRows.Between(after, upTo), rows);
            after = upTo;
        } while (!after.isEmpty());
    }

    private Map<List<String>, List<Found>> first(CarriedTable table, RowPlace place, List<String> after, int most)
            throws SQLException, OperationRefused {
        Map<List<String>, List<Found>> found = new LinkedHashMap<>();
        String end = " ORDER BY " + table.form(place).bounds().order() + " LIMIT " + most;
        find(table, List.of(place), Map.of(place, new SomeRows.Between(after, List.of())), end, found);
        return found;
    }

    private void find(
            CarriedTable table,
            List<RowPlace> places,
            Map<RowPlace, SomeRows> rows,
            String end,
            Map<List<String>, List<Found>> found)
            throws SQLException, OperationRefused {
        ServerConnection server = sessions.on(places.getFirst().server());
        List<TableName> names = places.stream().map(place -> place.name(table)).toList();
        List<SomeRows> wanted = places.stream()
                .map(place -> Objects.requireNonNull(rows.get(place)))
                .toList();
        List<String> queries = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            queries.add(query(table, places.get(i), i, wanted.get(i).condition(table, places.get(i))) + end);
        }
        String query = String.join(" UNION ALL ", queries);
        BaseTables.<Boolean, OperationRefused>holding(server.jdbc(), names, () -> {
            read(server, table, places, query, wanted, found);
            return true;
        });
    }

    private static String query(CarriedTable table, RowPlace place, int index, String condition) {
        TableForm form = table.form(place);
        List<String> columns = new ArrayList<>(List.of(form.bounds().columns(), index + " AS pinion_place"));
        columns.add(RowSum.row(table.withoutIds(form)) + " AS pinion_sum");
        columns.add((table.placing() instanceof Placing.ByKey(var key, int at)
                        ? SqlText.quoteName(form.shape().stored().get(at).name())
                        : "NULL")
                + " AS " + SHARD_KEY);
        for (int at : table.mapping().ids().keySet()) {
            columns.add(SqlText.quoteName(form.shape().stored().get(at).name()) + " AS pinion_id_" + at);
        }
        return "SELECT " + String.join(", ", columns) + " FROM "
                + table.in(place).inOrder() + condition;
    }

    private void read(
            ServerConnection server,
            CarriedTable table,
            List<RowPlace> places,
            String query,
            List<SomeRows> wanted,
            Map<List<String>, List<Found>> found)
            throws SQLException, OperationRefused {
        try (Statement statement =
                server.jdbc().createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // Connector/J's value for "row by row": a shard may answer more rows than are wanted.
            statement.setFetchSize(Integer.MIN_VALUE);
            statement.setEscapeProcessing(false);
            try (ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    int index = rows.getInt("pinion_place");
                    RowPlace place = places.get(index);
                    List<String> key = table.homeKey(table.form(place).bounds().bound(rows), place);
                    if (wanted.get(index).has(table, key)) {
                        String sum = rows.getString("pinion_sum") + ids(rows, table, place, key);
                        found.computeIfAbsent(key, of -> new ArrayList<>(1))
                                .add(new Found(place, sum, rows.getBytes(SHARD_KEY)));
                    }
                }
            }
        }
    }

    /** The ids of objects in a row, in one form for both sides. */
    private String ids(ResultSet row, CarriedTable table, RowPlace place, List<String> key)
            throws SQLException, OperationRefused {
        StringBuilder ids = new StringBuilder();
        for (Map.Entry<Integer, ObjectIds> id : table.mapping().ids().entrySet()) {
            String value = row.getString("pinion_id_" + id.getKey());
            ids.append('#').append(value == null ? "N" : table.id(id.getValue(), value, place, compared, key));
        }
        return ids.toString();
    }
}
