package io.pinion.operations.schema;

import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a shard's database consists of, but for its rows.
 *
 * @param charset of the database, which tables take that state none
 * @param tables by name, as {@code CREATE TABLE} without a database's name and without the number that AUTO_INCREMENT
 *     is at
 * @param others what is no plain table, such as {@code view a} and {@code trigger b}; none of Pinion's own
 */
public record ShardSchema(String charset, String collation, Map<String, String> tables, List<String> others) {
    /** What begins so is Pinion's own, and not a part of the schema. */
    private static final String OWN = "pinion_";

    public ShardSchema {
        tables = Collections.unmodifiableMap(new TreeMap<>(tables));
        others = List.copyOf(others);
    }

    /**
     * The database must be there. Blocks.
     *
     * @param whole whether to look for what is no plain table, which takes longer than all the rest
     */
    public static ShardSchema read(ShardConnection connection, String database, boolean whole) throws SQLException {
        List<String> charset = connection.firstColumn("SELECT CONCAT(default_character_set_name, ' ',"
                + " default_collation_name) FROM information_schema.schemata WHERE schema_name = " + literal(database));
        if (charset.isEmpty()) {
            throw new SQLException("there is no database " + database, "42000", 1049);
        }
        Map<String, String> tables = new TreeMap<>();
        for (String table : connection.tables(database)) {
            if (!OwnTables.has(table)) {
                tables.put(table, connection.definition(database, table));
            }
        }
        int blank = charset.getFirst().indexOf(' ');
        return new ShardSchema(
                charset.getFirst().substring(0, blank),
                charset.getFirst().substring(blank + 1),
                tables,
                whole ? others(connection, database) : List.of());
    }

    private static List<String> others(ShardConnection connection, String database) throws SQLException {
        List<String> others = new ArrayList<>();
        others(connection, "tables", "table_type", "table_name", "table_schema", database, others);
        others(connection, "triggers", "'TRIGGER'", "trigger_name", "event_object_schema", database, others);
        others(connection, "routines", "routine_type", "routine_name", "routine_schema", database, others);
        others(connection, "events", "'EVENT'", "event_name", "event_schema", database, others);
        return others;
    }

    private static void others(
            ShardConnection connection,
            String from,
            String kind,
            String name,
            String schema,
            String database,
            List<String> others)
            throws SQLException {
        connection
                .firstColumn("SELECT CONCAT(LOWER(" + kind + "), ' ', " + name + ") FROM information_schema." + from
                        + " WHERE " + schema + " = " + literal(database) + " AND " + kind + " <> 'BASE TABLE' AND "
                        + name + " NOT LIKE '" + OWN.replace("_", "\\_") + "%' ORDER BY 1")
                .forEach(others::add);
    }

    /** Databases of shards have no quotes and backslashes in their names, which come from a pattern. */
    private static String literal(String database) {
        return "'" + database.replace("'", "''") + "'";
    }

    /** The same without some tables. */
    public ShardSchema without(Set<String> names) {
        Map<String, String> kept = new TreeMap<>(tables);
        kept.keySet().removeAll(names);
        return new ShardSchema(charset, collation, kept, others);
    }

    /** The statements that make a database of this schema, in order. */
    public List<String> statements(String database) {
        List<String> statements = new ArrayList<>();
        statements.add(createDatabase(database));
        tables.keySet().forEach(table -> statements.add(createTable(database, table)));
        return statements;
    }

    public String createDatabase(String database) {
        return "CREATE DATABASE IF NOT EXISTS " + SqlText.quoteName(database) + " CHARACTER SET " + charset
                + " COLLATE " + collation;
    }

    /** @param table one of {@link #tables} */
    public String createTable(String database, String table) {
        String name = "CREATE TABLE " + SqlText.quoteName(table);
        String text = String.valueOf(tables.get(table));
        if (!text.startsWith(name)) {
            throw new IllegalStateException("SHOW CREATE TABLE of " + table + " begins in another way: " + text);
        }
        return "CREATE TABLE " + new TableName(database, table).quoted() + text.substring(name.length());
    }

    public static String dropTable(String database, String table) {
        return "DROP TABLE " + new TableName(database, table).quoted();
    }

    public static String emptyTable(String database, String table) {
        return "TRUNCATE TABLE " + new TableName(database, table).quoted();
    }

    public static String dropDatabase(String database) {
        return "DROP DATABASE " + SqlText.quoteName(database);
    }

    /** Where another database differs that has no tables yet, in words; empty when it doesn't. */
    public List<String> databaseDifferences(ShardSchema found) {
        return found.charset.equals(charset) && found.collation.equals(collation)
                ? List.of()
                : List.of("has character set " + found.charset + " and collation " + found.collation
                        + ", the reference has " + charset + " and " + collation);
    }

    /** Where another shard's database and tables differ from these, each difference in words. */
    public List<String> tableDifferences(ShardSchema found) {
        List<String> differences = new ArrayList<>(databaseDifferences(found));
        for (String table : differing(found)) {
            TableText.differences(
                            tables.getOrDefault(table, TableText.ABSENT),
                            found.tables.getOrDefault(table, TableText.ABSENT))
                    .forEach(difference -> differences.add(table + " " + difference));
        }
        return differences;
    }

    /** What this one has beside its tables and another lacks. */
    public List<String> lackedBy(ShardSchema found) {
        return others.stream().filter(other -> !found.others.contains(other)).toList();
    }

    /** The tables that another shard has in another way, lacks, or has too many. */
    public Set<String> differing(ShardSchema found) {
        Set<String> names = new TreeSet<>(tables.keySet());
        names.addAll(found.tables.keySet());
        names.removeIf(table -> TableText.alike(tables.getOrDefault(table, TableText.ABSENT))
                .equals(TableText.alike(found.tables.getOrDefault(table, TableText.ABSENT))));
        return names;
    }
}
