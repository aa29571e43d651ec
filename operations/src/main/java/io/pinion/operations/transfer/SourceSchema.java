package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.server.sql.TableTexts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the database consists of, but for its rows.
 *
 * @param charset the default of tables that state none, {@code collation} too
 * @param others what is no table, by what it is and its name: {@code view paying_users}
 * @param outside what of other databases names this one; empty where nobody has looked for it
 */
public record SourceSchema(
        String database,
        String charset,
        String collation,
        List<SourceTable> tables,
        List<Other> others,
        List<Outside> outside) {
    /** @param table that it belongs to; empty for none */
    public record Other(String kind, String name, String table) {}

    /** @param name with its database before it, as {@code TABLES} names it: {@code reports.paying_users} */
    public record Outside(String kind, String name) {}

    public SourceSchema {
        tables = List.copyOf(tables);
        others = List.copyOf(others);
        outside = List.copyOf(outside);
    }

    /** Nobody has looked at other databases. */
    public SourceSchema(
            String database, String charset, String collation, List<SourceTable> tables, List<Other> others) {
        this(database, charset, collation, tables, others, List.of());
    }

    /** The same with what of these other databases names this one. Blocks. */
    SourceSchema withOutside(ServerConnection server, List<String> databases) throws SQLException {
        return new SourceSchema(
                database,
                charset,
                collation,
                tables,
                others,
                OtherDatabases.naming(server.jdbc(), database, databases));
    }

    /** The database must be there. Blocks. */
    public static SourceSchema read(ServerConnection server, String database) throws SQLException {
        // Texts as any server takes them: names in backquotes, and times of one zone.
        server.execute(List.of("SET SESSION sql_mode = 'NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'"));
        Connection connection = server.jdbc();
        Map<String, String> defaults = Answers.firstRow(
                connection,
                "SELECT default_character_set_name AS charset, default_collation_name AS collation"
                        + " FROM information_schema.schemata WHERE schema_name = " + SqlText.quote(database));
        List<SourceTable> tables = new ArrayList<>();
        List<TableName> names = new ArrayList<>(BaseTables.in(connection, database));
        names.sort(Comparator.comparing(TableName::table));
        for (TableName table : names) {
            tables.add(BaseTables.asking(connection, List.of(table), held -> table(held.getFirst())));
        }
        return new SourceSchema(
                database,
                defaults.getOrDefault("charset", ""),
                defaults.getOrDefault("collation", ""),
                tables,
                others(connection, database));
    }

    public SourceTable table(String name) throws OperationRefused {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new OperationRefused("there is no table " + name + " in " + database + " any more"));
    }

    /** The names of foreign keys, by their table, which no shard has. Blocks. */
    static Map<String, List<String>> foreignKeys(ServerConnection server, String database) throws SQLException {
        Map<String, List<String>> names = new TreeMap<>();
        for (Map<String, String> row : Answers.rows(
                server.jdbc(),
                "SELECT table_name AS part, constraint_name AS name FROM information_schema.referential_constraints"
                        + " WHERE constraint_schema = " + SqlText.quote(database) + " ORDER BY 1, 2")) {
            names.computeIfAbsent(row.getOrDefault("part", ""), none -> new ArrayList<>())
                    .add(row.getOrDefault("name", ""));
        }
        return names;
    }

    private static SourceTable table(HeldTable held) throws SQLException {
        Connection connection = held.connection();
        String which = held.condition();
        List<SourceTable.SourceColumn> columns = new ArrayList<>();
        for (Map<String, String> row : Answers.rows(
                connection,
                "SELECT column_name AS name, data_type AS type, is_nullable AS nullable, extra AS extra"
                        + " FROM information_schema.columns WHERE " + which + " ORDER BY ordinal_position")) {
            columns.add(new SourceTable.SourceColumn(
                    row.getOrDefault("name", ""),
                    row.getOrDefault("type", "").toLowerCase(Locale.ROOT),
                    row.getOrDefault("nullable", "").equals("YES"),
                    row.getOrDefault("extra", "").toLowerCase(Locale.ROOT)));
        }
        String definition = held.definition();
        TableTexts.requireDefinition(definition, held.toString());
        return new SourceTable(held.name().table(), columns, uniqueKeys(connection, which), definition);
    }

    private static Map<String, List<String>> uniqueKeys(Connection connection, String which) throws SQLException {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        for (Map<String, String> row : Answers.rows(
                connection,
                "SELECT index_name AS name, column_name AS part FROM information_schema.statistics WHERE " + which
                        + " AND non_unique = 0 ORDER BY index_name, seq_in_index")) {
            // An expression has no name.
            keys.computeIfAbsent(row.getOrDefault("name", ""), none -> new ArrayList<>())
                    .add(row.getOrDefault("part", "an expression"));
        }
        return keys;
    }

    /** Pinion's own triggers go by themselves. */
    private static List<Other> others(Connection connection, String database) throws SQLException {
        String name = SqlText.quote(database);
        List<Other> others = new ArrayList<>();
        for (Map<String, String> row : Answers.rows(
                connection,
                "SELECT LOWER(table_type) AS kind, table_name AS name, '' AS part FROM information_schema.tables"
                        + " WHERE table_schema = " + name + " AND table_type <> 'BASE TABLE'"
                        + " UNION ALL SELECT 'trigger', trigger_name, event_object_table FROM information_schema.triggers"
                        + " WHERE trigger_schema = " + name + " AND LEFT(trigger_name, 13) <> 'pinion_fence_'"
                        + " UNION ALL SELECT LOWER(routine_type), routine_name, '' FROM information_schema.routines"
                        + " WHERE routine_schema = " + name
                        + " UNION ALL SELECT 'event', event_name, '' FROM information_schema.events WHERE event_schema = "
                        + name
                        // Those with an effect of their own.
                        + " UNION ALL SELECT 'foreign key', constraint_name, table_name FROM"
                        + " information_schema.referential_constraints WHERE constraint_schema = " + name
                        + " AND (delete_rule NOT IN ('RESTRICT', 'NO ACTION')"
                        + " OR update_rule NOT IN ('RESTRICT', 'NO ACTION')) ORDER BY 1, 2")) {
            others.add(new Other(
                    row.getOrDefault("kind", ""), row.getOrDefault("name", ""), row.getOrDefault("part", "")));
        }
        return others;
    }
}
