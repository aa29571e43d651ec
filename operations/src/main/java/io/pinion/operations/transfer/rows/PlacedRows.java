package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.RowSum;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds in which places rows of a table are, with their checksums. Blocks; for one thread. */
final class PlacedRows {
    /** In one statement. */
    private static final int PLACES_AT_ONCE = 100;

    private final ServerSessions sessions;

    PlacedRows(ServerSessions sessions) {
        this.sessions = sessions;
    }

    /** @param shardKey the value that places the row; null is NULL, or that of a reference table */
    record Found(RowPlace place, String sum, byte @Nullable [] shardKey) {}

    /**
     * Where the rows are, by key, in the order in which they are found.
     *
     * @param condition with its WHERE; may be empty
     */
    Map<List<String>, List<Found>> find(CarriedTable table, List<RowPlace> places, String condition)
            throws SQLException {
        Map<List<String>, List<Found>> found = new LinkedHashMap<>();
        Map<String, List<RowPlace>> servers = places.stream()
                .collect(
                        Collectors.groupingBy(place -> place.server().name(), LinkedHashMap::new, Collectors.toList()));
        for (List<RowPlace> all : servers.values()) {
            for (int from = 0; from < all.size(); from += PLACES_AT_ONCE) {
                List<RowPlace> some = all.subList(from, Math.min(all.size(), from + PLACES_AT_ONCE));
                find(table, some, condition, "", found);
            }
        }
        return found;
    }

    /** The first rows of one place, in the order of the key. */
    Map<List<String>, List<Found>> first(CarriedTable table, RowPlace place, String condition, int most)
            throws SQLException {
        Map<List<String>, List<Found>> found = new LinkedHashMap<>();
        String end = " ORDER BY " + table.bounds().columns() + " LIMIT " + most;
        find(table, List.of(place), condition, end, found);
        return found;
    }

    private void find(
            CarriedTable table,
            List<RowPlace> places,
            String condition,
            String end,
            Map<List<String>, List<Found>> found)
            throws SQLException {
        ServerConnection server = sessions.on(places.getFirst().server());
        List<TableName> names = places.stream().map(place -> place.name(table)).toList();
        List<String> queries = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            queries.add(query(table, places.get(i), i, condition) + end);
        }
        String query = String.join(" UNION ALL ", queries);
        BaseTables.<Boolean, SQLException>holding(server.jdbc(), names, () -> {
            read(server, table.bounds(), places, query, found);
            return true;
        });
    }

    private static String query(CarriedTable table, RowPlace place, int index, String condition) {
        TableShape shape = table.in(place);
        String shardKey =
                table.shardKey().map(key -> SqlText.quoteName(key.column())).orElse("NULL");
        return "SELECT " + table.bounds().columns() + ", " + index + " AS pinion_place, " + RowSum.row(shape)
                + " AS pinion_sum, " + shardKey + " AS pinion_shard_key FROM " + shape.inOrder() + condition;
    }

    private static void read(
            ServerConnection server,
            KeyBounds bounds,
            List<RowPlace> places,
            String query,
            Map<List<String>, List<Found>> found)
            throws SQLException {
        try (Statement statement = server.jdbc().createStatement()) {
            statement.setEscapeProcessing(false);
            try (ResultSet rows = statement.executeQuery(query)) {
                int last = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    Found row =
                            new Found(places.get(rows.getInt(last - 2)), rows.getString(last - 1), rows.getBytes(last));
                    found.computeIfAbsent(bounds.bound(rows), key -> new ArrayList<>(1))
                            .add(row);
                }
            }
        }
    }
}
