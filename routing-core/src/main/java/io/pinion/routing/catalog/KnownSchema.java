package io.pinion.routing.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What servers were found to have beyond what the topology states, read from one shard of each sharded keyspace. Immutable.
 *
 * @param version rises with each reading that found something new; 0 before the first
 * @param keyspaces by name; one that couldn't be read yet is missing
 * @param informationColumns the columns of the tables of {@code information_schema}, in their order, by the table's name in
 *     upper case; empty while unknown
 * @param exhausted the tables of shards that take no new rows, since their ids are used up
 */
public record KnownSchema(
        long version,
        Map<String, KnownKeyspace> keyspaces,
        Map<String, List<String>> informationColumns,
        Set<ExhaustedTable> exhausted) {
    /** Before anything was read. */
    public static final KnownSchema NOTHING = new KnownSchema(0, Map.of(), Map.of());

    public KnownSchema {
        keyspaces = Map.copyOf(keyspaces);
        informationColumns = Map.copyOf(informationColumns);
        exhausted = Set.copyOf(exhausted);
    }

    /** Of shards that have room for new rows. */
    public KnownSchema(
            long version, Map<String, KnownKeyspace> keyspaces, Map<String, List<String>> informationColumns) {
        this(version, keyspaces, informationColumns, Set.of());
    }

    /** The same findings, as those of another version. */
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

    /** Null when it was never read. */
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
     * One table as its shard shows it: names and types are physical.
     *
     * @param indexes the rows of {@code SHOW INDEX}
     * @param definition what {@code SHOW CREATE TABLE} says
     */
    public record KnownTable(List<Column> columns, ShownRows indexes, String definition) {
        public KnownTable {
            columns = List.copyOf(columns);
        }
    }

    /** Rows as a server showed them; a null cell is NULL. */
    public record ShownRows(List<String> titles, List<List<@Nullable String>> rows) {
        public ShownRows {
            titles = List.copyOf(titles);
            rows = List.copyOf(rows);
        }

        /** Which cell of a row has this title; -1 when none has. */
        public int cell(String title) {
            return titles.indexOf(title);
        }
    }

    /** Keyspaces whose tables have the columns that were found. */
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
