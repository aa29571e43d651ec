package io.pinion.server.schema;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.KnownSchema.KnownKeyspace;
import io.pinion.routing.catalog.KnownSchema.KnownTable;
import io.pinion.routing.catalog.KnownSchema.ShownRows;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the tables of one shard's database over a connection to its server. */
record ShardReader(Connection connection) {
    /** The most tables that are listed of those that the topology doesn't name. */
    private static final int MAX_TABLES = 10_000;

    /** ALTER TABLE on one of them waits until one query over all of them has ended. */
    private static final int HELD_AT_ONCE = 200;

    /** A column of the type JSON in MariaDB's SHOW CREATE TABLE. */
    private static final Pattern CHECKED_JSON =
            Pattern.compile("(?m)^ +`((?:[^`]|``)++)` longtext .*CHECK \\(json_valid\\(`\\1`\\)\\)");

    private static final KnownTable UNREAD = new KnownTable(List.of(), new ShownRows(List.of(), List.of()), "");

    /**
     * The tables of a database. Reads those named in {@code wanted}, and lists the others without columns.
     *
     * @return empty when the server has no such database, or hides it from the account
     */
    Optional<KnownKeyspace> read(String database, Set<String> wanted) throws SQLException {
        String charset;
        String collation;
        try (PreparedStatement statement = connection.prepareStatement("SELECT DEFAULT_CHARACTER_SET_NAME,"
                + " DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?")) {
            statement.setString(1, database);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return Optional.empty();
                }
                charset = rows.getString(1);
                collation = rows.getString(2);
            }
        }
        Map<String, KnownTable> tables = new HashMap<>();
        List<TableName> read = new ArrayList<>();
        BaseTables.in(connection, database).stream().limit(MAX_TABLES).forEach(table -> {
            tables.put(table.table(), UNREAD);
            if (wanted.contains(table.table())) {
                read.add(table);
            }
        });
        tables.putAll(BaseTables.asking(connection, read, this::tables));
        return Optional.of(new KnownKeyspace(charset, collation, tables));
    }

    private Map<String, KnownTable> tables(List<HeldTable> held) throws SQLException {
        Map<String, KnownTable> tables = new HashMap<>();
        for (HeldTable table : held) {
            tables.put(table.name().table(), table(table));
        }
        return tables;
    }

    private KnownTable table(HeldTable table) throws SQLException {
        String name = table.name().quoted();
        String definition = table.definition();
        return new KnownTable(
                columns(show("SHOW FULL COLUMNS FROM " + name), definition),
                withoutCounts(show("SHOW INDEX FROM " + name)),
                // The next local id of one shard says nothing about the table, and would change the definition with
                // each row.
                definition.replaceFirst("\n(\\).*?) AUTO_INCREMENT=\\d+", "\n$1"));
    }

    private static List<Column> columns(ShownRows shown, String definition) {
        Set<String> json = CHECKED_JSON
                .matcher(definition)
                .results()
                .map(match -> match.group(1).replace("``", "`"))
                .collect(Collectors.toSet());
        List<Column> columns = new ArrayList<>();
        for (List<@Nullable String> row : shown.rows()) {
            columns.add(new Column(
                    text(shown, row, "Field"),
                    text(shown, row, "Type"),
                    text(shown, row, "Null").equals("YES"),
                    text(shown, row, "Key"),
                    Optional.ofNullable(row.get(shown.cell("Default"))),
                    text(shown, row, "Extra"),
                    Optional.ofNullable(row.get(shown.cell("Collation"))),
                    text(shown, row, "Comment"),
                    json.contains(text(shown, row, "Field"))));
        }
        return columns;
    }

    private static String text(ShownRows shown, List<@Nullable String> row, String title) {
        String cell = row.get(shown.cell(title));
        return cell == null ? "" : cell;
    }

    /** Without the estimates of one shard, which differ at each reading and don't hold for the other shards. */
    private static ShownRows withoutCounts(ShownRows shown) {
        int count = shown.cell("Cardinality");
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> row : shown.rows()) {
            List<@Nullable String> cells = new ArrayList<>(row);
            cells.set(count, null);
            rows.add(Collections.unmodifiableList(cells));
        }
        return new ShownRows(shown.titles(), rows);
    }

    /**
     * The AUTO_INCREMENT of tables of a name, by database, where it is at least {@code least}.
     *
     * <p>MySQL caches this value for a day unless the session forbids it.
     *
     * @param databases the databases to read
     */
    Map<String, BigInteger> nextNumbers(String table, long least, Predicate<String> databases) throws SQLException {
        try (Statement fresh = connection.createStatement()) {
            fresh.execute("SET @pinion_fresh = 1 /*!80000 , SESSION information_schema_stats_expiry = 0 */");
        }
        List<TableName> tables = BaseTables.called(connection, table).stream()
                .filter(found -> databases.test(found.database()))
                .toList();
        Map<String, BigInteger> next = new HashMap<>();
        for (int first = 0; first < tables.size(); first += HELD_AT_ONCE) {
            List<TableName> some = tables.subList(first, Math.min(tables.size(), first + HELD_AT_ONCE));
            next.putAll(BaseTables.asking(connection, some, held -> nextNumbers(held, least)));
        }
        return next;
    }

    private Map<String, BigInteger> nextNumbers(List<HeldTable> held, long least) throws SQLException {
        Map<String, BigInteger> next = new HashMap<>();
        Answers.forEach(
                connection,
                HeldTable.ofEach(
                        held,
                        "SELECT TABLE_SCHEMA, AUTO_INCREMENT FROM information_schema.TABLES",
                        " AND AUTO_INCREMENT >= " + least),
                row -> next.put(row.getString(1), row.getBigDecimal(2).toBigInteger()));
        return next;
    }

    /** The columns of the tables in {@code information_schema}, which depend on the server's version. */
    Map<String, List<String>> informationColumns() throws SQLException {
        Map<String, List<String>> columns = new HashMap<>();
        ShownRows shown = show("SELECT TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS"
                + " WHERE TABLE_SCHEMA = 'information_schema' ORDER BY TABLE_NAME, ORDINAL_POSITION");
        for (List<@Nullable String> row : shown.rows()) {
            columns.computeIfAbsent(String.valueOf(row.get(0)).toUpperCase(Locale.ROOT), table -> new ArrayList<>())
                    .add(String.valueOf(row.get(1)).toUpperCase(Locale.ROOT));
        }
        return columns;
    }

    private ShownRows show(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData metadata = rows.getMetaData();
            List<String> titles = new ArrayList<>();
            for (int column = 1; column <= metadata.getColumnCount(); column++) {
                titles.add(metadata.getColumnLabel(column));
            }
            List<List<@Nullable String>> shown = new ArrayList<>();
            while (rows.next()) {
                List<@Nullable String> cells = new ArrayList<>();
                for (int column = 1; column <= titles.size(); column++) {
                    cells.add(rows.getString(column));
                }
                shown.add(Collections.unmodifiableList(cells));
            }
            return new ShownRows(titles, shown);
        }
    }
}
