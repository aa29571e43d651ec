package io.pinion.routing.catalog;

import io.pinion.routing.queue.JobQueue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A logical table of a sharded keyspace: the kind of its rows, which decides the shard of each row. */
public sealed interface Table {
    String name();

    /** The columns in the order of {@code SELECT *}; empty while unknown. */
    List<Column> columns();

    /** Null when there is no such column, or the columns are unknown. */
    default @Nullable Column column(String name) {
        for (Column column : columns()) {
            if (column.name().equalsIgnoreCase(name)) {
                return column;
            }
        }
        return null;
    }

    /** The column whose value places a row; null for tables without one. */
    default @Nullable String keyColumn() {
        return switch (this) {
            case ObjectTable object -> ObjectTable.ID;
            case MappingTable mapping -> mapping.fromColumn;
            case HashedTable hashed -> hashed.keyColumn;
            case ReferenceTable reference -> null;
            case SingleTable single -> null;
        };
    }

    /** The column whose value places a row on its shard itself, where an object's id is {@code local_id}. */
    default @Nullable String placingColumn() {
        return this instanceof ObjectTable ? ObjectTable.LOCAL_ID : keyColumn();
    }

    /** The name of a shard's column for clients, who know an object's {@code id}. */
    default String logical(String column) {
        return this instanceof ObjectTable && column.equalsIgnoreCase(ObjectTable.LOCAL_ID) ? ObjectTable.ID : column;
    }

    default boolean isOfSequence(String column) {
        return sequence().filter(column::equalsIgnoreCase).isPresent();
    }

    /** The column that gets its numbers from a sequence of the whole keyspace, if any. */
    default Optional<String> sequence() {
        return switch (this) {
            case MappingTable mapping -> mapping.sequenceColumn;
            case HashedTable hashed -> hashed.sequenceColumn;
            case ReferenceTable reference -> reference.sequenceColumn.or(reference::countingColumn);
            case ObjectTable object -> Optional.empty();
            case SingleTable single -> Optional.empty();
        };
    }

    /** What makes it a queue; empty for a table that is none. */
    Optional<JobQueue> queue();

    /** The same table with these columns. */
    default Table withColumns(List<Column> found) {
        return with(found, queue());
    }

    /** The same table as a queue. */
    default Table withQueue(Optional<JobQueue> jobs) {
        return with(columns(), jobs);
    }

    private Table with(List<Column> columns, Optional<JobQueue> queue) {
        return switch (this) {
            case ObjectTable(var name, var type, var colocation, var hashed, var before, var was) ->
                new ObjectTable(name, type, colocation, hashed, columns, queue);
            case MappingTable(var name, var from, var ids, var sequence, var before, var was) ->
                new MappingTable(name, from, ids, sequence, columns, queue);
            case HashedTable(var name, var key, var sequence, var before, var was) ->
                new HashedTable(name, key, sequence, columns, queue);
            case ReferenceTable(var name, var sequence, var before) -> new ReferenceTable(name, sequence, columns);
            case SingleTable(var name, var shard, var before, var was) -> new SingleTable(name, shard, columns, queue);
        };
    }

    /**
     * Rows are objects with a global id. Physically the id's last part is the column {@code local_id}; the columns here
     * are the physical ones, {@code local_id} included.
     *
     * @param type the number in the type bits of its ids
     * @param hashed those of its objects that their local ids lead to
     */
    record ObjectTable(
            String name,
            int type,
            Colocation colocation,
            Optional<HashedNumbers> hashed,
            List<Column> columns,
            Optional<JobQueue> queue)
            implements Table {
        public static final String ID = "id";
        public static final String LOCAL_ID = "local_id";
        /** The columns of the article's tables, for topologies that state none. */
        public static final List<Column> DEFAULT_COLUMNS = List.of(
                new Column(LOCAL_ID, "bigint unsigned", false, "PRI", Optional.empty(), "auto_increment"),
                Column.of("data", "longtext"),
                new Column(
                        "ts",
                        "timestamp",
                        false,
                        "",
                        Optional.of("current_timestamp()"),
                        "on update current_timestamp()"));

        public ObjectTable {
            columns = List.copyOf(columns);
            if (type < 0 || type > GlobalId.MAX_TYPE) {
                throw new IllegalArgumentException("type " + type + " is not between 0 and " + GlobalId.MAX_TYPE);
            }
        }

        /** No queue, and no objects that their local ids lead to. */
        public ObjectTable(String name, int type, Colocation colocation, List<Column> columns) {
            this(name, type, colocation, Optional.empty(), columns, Optional.empty());
        }

        /** Whether its ids are UNSIGNED to clients: they are where the column of their local parts is. */
        public boolean unsignedIds() {
            Column local = column(LOCAL_ID);
            return local != null && local.isUnsigned();
        }

        /** The same table with such objects. */
        public ObjectTable withHashed(Optional<HashedNumbers> numbers) {
            return new ObjectTable(name, type, colocation, numbers, columns, queue);
        }
    }

    /**
     * Rows say that one object has another: (from id, to id, sequence). A row lives on the shard of its from id.
     *
     * @param fromColumn the column that places a row
     * @param idColumns every column that holds a global id, {@code fromColumn} included
     * @param sequenceColumn see {@link #sequence}
     */
    record MappingTable(
            String name,
            String fromColumn,
            Set<String> idColumns,
            Optional<String> sequenceColumn,
            List<Column> columns,
            Optional<JobQueue> queue)
            implements Table {
        public MappingTable {
            idColumns = Set.copyOf(idColumns);
            columns = List.copyOf(columns);
        }

        /** No queue. */
        public MappingTable(
                String name,
                String fromColumn,
                Set<String> idColumns,
                Optional<String> sequenceColumn,
                List<Column> columns) {
            this(name, fromColumn, idColumns, sequenceColumn, columns, Optional.empty());
        }

        /** No queue, and without a sequence. */
        public MappingTable(String name, String fromColumn, Set<String> idColumns, List<Column> columns) {
            this(name, fromColumn, idColumns, Optional.empty(), columns);
        }
    }

    /**
     * Rows of a mod keyspace: the hash of {@code keyColumn} places a row.
     *
     * @param sequenceColumn see {@link #sequence}
     */
    record HashedTable(
            String name,
            String keyColumn,
            Optional<String> sequenceColumn,
            List<Column> columns,
            Optional<JobQueue> queue)
            implements Table {
        public HashedTable {
            columns = List.copyOf(columns);
        }

        /** No queue. */
        public HashedTable(String name, String keyColumn, Optional<String> sequenceColumn, List<Column> columns) {
            this(name, keyColumn, sequenceColumn, columns, Optional.empty());
        }

        /** No queue, and without a sequence. */
        public HashedTable(String name, String keyColumn, List<Column> columns) {
            this(name, keyColumn, Optional.empty(), columns);
        }
    }

    /**
     * The same rows on every shard, so that reads and joins find them on any.
     *
     * @param sequenceColumn as declared; without a declaration, the column that each server would count for itself
     */
    record ReferenceTable(String name, Optional<String> sequenceColumn, List<Column> columns) implements Table {
        public ReferenceTable {
            columns = List.copyOf(columns);
        }

        /** Without a declared sequence. */
        public ReferenceTable(String name, List<Column> columns) {
            this(name, Optional.empty(), columns);
        }

        /** Every shard would have every job. */
        @Override
        public Optional<JobQueue> queue() {
            return Optional.empty();
        }

        private Optional<String> countingColumn() {
            return columns.stream()
                    .filter(column -> column.extra().toLowerCase(Locale.ROOT).contains("auto_increment"))
                    .map(Column::name)
                    .findFirst();
        }
    }

    /** All rows on one shard. */
    record SingleTable(String name, ShardId shard, List<Column> columns, Optional<JobQueue> queue) implements Table {
        public SingleTable {
            columns = List.copyOf(columns);
        }

        /** No queue. */
        public SingleTable(String name, ShardId shard, List<Column> columns) {
            this(name, shard, columns, Optional.empty());
        }

        /** The same table where a keyspace has so many shards. */
        SingleTable onOneOf(int shards) {
            return new SingleTable(name, new ShardId(shard.number() % shards), columns, queue);
        }
    }
}
