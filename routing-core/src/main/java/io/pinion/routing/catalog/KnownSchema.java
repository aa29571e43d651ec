package io.pinion.routing.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The schema read from servers, beyond what the topology states: from one shard of each sharded keyspace. Immutable.
 *
 * @param version rises with each reading that found a change; 0 before the first
 * @param keyspaces by name; a keyspace that couldn't be read yet is missing
 * @param informationColumns the columns of the tables of {@code information_schema}, in their order, by the table's
 *     name in upper case; empty while unknown
 * @param exhausted the tables of shards that take no new rows, since their ids are used up
 */
public record KnownSchema(
        long version,
        Map<String, KnownKeyspace> keyspaces,
        Map<String, List<String>> informationColumns,
        Set<ExhaustedTable> exhausted) {
    /** The schema before the first reading. */
    public static final KnownSchema NOTHING = new KnownSchema(0, Map.of(), Map.of());

    public KnownSchema {
        keyspaces = Map.copyOf(keyspaces);
        informationColumns = Map.copyOf(informationColumns);
        exhausted = Set.copyOf(exhausted);
    }

    /** Without exhausted tables. */
    public KnownSchema(
            long version, Map<String, KnownKeyspace> keyspaces, Map<String, List<String>> informationColumns) {
        this(version, keyspaces, informationColumns, Set.of());
    }

    /** The same schema with another version. */
    public KnownSchema withVersion(long other) {
        return new KnownSchema(other, keyspaces, informationColumns, exhausted);
    }

    public KnownSchema withExhausted(Set<ExhaustedTable> tables) {
        return new KnownSchema(version, keyspaces, informationColumns, tables);
    }

    /** The table that has used up its ids on a shard; null when it has room. */
    public @Nullable ExhaustedTable exhausted(String keyspace, int type, int shard) {
        for (ExhaustedTable table : exhausted) {
            if (table.shard() == shard
                    && table.type() == type
                    && table.keyspace().equals(keyspace)) {
                return table;
            }
        }
        return null;
    }

    /** Null for a table that was never read. */
    public @Nullable KnownTable table(String keyspace, String table) {
        KnownKeyspace known = keyspaces.get(keyspace);
        return known == null ? null : known.tables().get(table);
    }

    /**
     * The tables of a shard.
     *
     * @param charset the database's default, {@code collation} too
     * @param tables by name; also those that the topology doesn't name
     */
    public record KnownKeyspace(String charset, String collation, Map<String, KnownTable> tables) {
        public KnownKeyspace {
            tables = Map.copyOf(tables);
        }
    }

    /**
     * One table as its shard shows it, with physical names and types.
     *
     * @param indexes the rows of {@code SHOW INDEX}
     * @param definition the text of {@code SHOW CREATE TABLE}
     */
    public record KnownTable(List<Column> columns, ShownRows indexes, String definition) {
        public KnownTable {
            columns = List.copyOf(columns);
        }

        /** The columns of each unique key by its name; a part that is an expression is left out. */
        public Map<String, List<String>> uniqueKeys() {
            int unique = indexes.cell("Non_unique");
            int name = indexes.cell("Key_name");
            int column = indexes.cell("Column_name");
            Map<String, List<String>> keys = new LinkedHashMap<>();
            for (List<@Nullable String> row : indexes.rows()) {
                String key = row.get(name);
                if (key != null && "0".equals(row.get(unique))) {
                    List<String> columns = keys.computeIfAbsent(key, none -> new ArrayList<>());
                    Optional.ofNullable(row.get(column)).ifPresent(columns::add);
                }
            }
            return keys;
        }
    }

    /** The rows that a server showed; a null cell is NULL. */
    public record ShownRows(List<String> titles, List<List<@Nullable String>> rows) {
        public ShownRows {
            titles = List.copyOf(titles);
            rows = List.copyOf(rows);
        }

        /** The index of the cell with this title; -1 without one. */
        public int cell(String title) {
            return titles.indexOf(title);
        }
    }

    /** The stated keyspaces, whose tables get the columns that were read. */
    Map<String, Keyspace> applyTo(Map<String, Keyspace> stated) {
        Map<String, Keyspace> applied = new LinkedHashMap<>();
        stated.forEach((name, keyspace) -> {
            KnownKeyspace known = keyspaces.get(name);
            applied.put(
                    name,
                    known != null && keyspace instanceof Keyspace.Sharded sharded
                            ? sharded.withTables(columnsOf(sharded.tables(), known))
                            : keyspace);
        });
        return Collections.unmodifiableMap(applied);
    }

    private static Map<String, Table> columnsOf(Map<String, Table> stated, KnownKeyspace known) {
        Map<String, Table> applied = new LinkedHashMap<>();
        stated.forEach((name, table) -> {
            KnownTable found = known.tables().get(name);
            applied.put(name, found == null || found.columns().isEmpty() ? table : table.withColumns(found.columns()));
        });
        return applied;
    }
}
