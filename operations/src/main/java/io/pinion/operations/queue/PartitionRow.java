package io.pinion.operations.queue;

import io.pinion.operations.queue.ShardRotation.NeedsPerson;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.queue.PartitionBound;
import io.pinion.routing.queue.PartitionPlan;
import io.pinion.routing.queue.QueuePartition;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A partition as information_schema has it.
 *
 * @param rows about as many; not 0 of a partition behind all times that has some
 */
record PartitionRow(TableName table, QueuePartition partition, long rows, long bytes) {
    private static final String QUESTION =
            "SELECT TABLE_SCHEMA AS of_database, TABLE_NAME AS of_table, PARTITION_NAME AS"
                    + " name, PARTITION_METHOD AS method, PARTITION_ORDINAL_POSITION AS place, PARTITION_DESCRIPTION AS bound,"
                    + " TABLE_ROWS AS row_count, DATA_LENGTH + INDEX_LENGTH AS bytes FROM information_schema.PARTITIONS";

    /** MySQL would tell what it knew up to a day ago. */
    static void withFreshStatistics(ServerConnection server) throws SQLException {
        if (!server.firstColumn("SHOW VARIABLES LIKE 'information_schema_stats_expiry'")
                .isEmpty()) {
            server.execute(List.of("SET SESSION information_schema_stats_expiry = 0"));
        }
    }

    /** The partitions of each table, in their order. Those that should be empty are looked into, one row deep. */
    static List<PartitionRow> read(List<HeldTable> tables) throws SQLException, NeedsPerson {
        Map<TableName, List<PartitionRow>> rows = new LinkedHashMap<>();
        for (Map<String, String> row : Answers.rows(
                tables.getFirst().connection(),
                HeldTable.ofEach(tables, QUESTION, "") + " ORDER BY of_database, of_table, place")) {
            PartitionRow one = of(row);
            rows.computeIfAbsent(one.table(), none -> new ArrayList<>()).add(one);
        }
        for (HeldTable table : tables) {
            List<PartitionRow> its = rows.getOrDefault(table.name(), List.of());
            Set<String> filled = filled(table, its);
            rows.replace(
                    table.name(),
                    its.stream().map(row -> row.withSomeOf(filled)).toList());
        }
        return rows.values().stream().flatMap(List::stream).toList();
    }

    private PartitionRow withSomeOf(Set<String> filled) {
        return filled.contains(partition.name()) ? new PartitionRow(table, partition, 1, bytes) : this;
    }

    /** Statistics take a partition for empty that was made, or filled, a moment ago. */
    private static Set<String> filled(HeldTable table, List<PartitionRow> its) throws SQLException {
        String question = its.stream()
                .filter(row -> row.rows() == 0)
                .map(PartitionRow::partition)
                .filter(partition -> partition.bound().until().isEmpty())
                .map(partition -> "(SELECT " + SqlText.quote(partition.name()) + " FROM "
                        + table.name().quoted() + " PARTITION (" + SqlText.quoteName(partition.name()) + ") LIMIT 1)")
                .collect(Collectors.joining(" UNION ALL "));
        return question.isEmpty() ? Set.of() : Set.copyOf(Answers.column(table.connection(), question));
    }

    /** @param rows the partitions of one table, in their order */
    static PartitionPlan plan(JobQueue queue, List<PartitionRow> rows, LocalDateTime now) {
        return new PartitionPlan(
                queue, rows.stream().map(PartitionRow::partition).toList(), now);
    }

    private static NeedsPerson notPartitioned(TableName table) {
        return new NeedsPerson(table + " isn't partitioned by state and time (RANGE COLUMNS), as a queue is");
    }

    private static PartitionRow of(Map<String, String> row) throws NeedsPerson {
        TableName table = new TableName(row.getOrDefault("of_database", ""), row.getOrDefault("of_table", ""));
        if (!row.getOrDefault("method", "").equals("RANGE COLUMNS")) {
            throw notPartitioned(table);
        }
        try {
            return new PartitionRow(
                    table,
                    new QueuePartition(
                            row.getOrDefault("name", ""), PartitionBound.parse(row.getOrDefault("bound", ""))),
                    Long.parseLong(row.getOrDefault("row_count", "0")),
                    Long.parseLong(row.getOrDefault("bytes", "0")));
        } catch (IllegalArgumentException other) {
            throw notPartitioned(table);
        }
    }
}
