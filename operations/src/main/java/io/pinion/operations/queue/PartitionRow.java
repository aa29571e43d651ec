package io.pinion.operations.queue;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.queue.PartitionBound;
import io.pinion.routing.queue.PartitionPlan;
import io.pinion.routing.queue.QueuePartition;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A partition as information_schema has it.
 *
 * @param rows about as many
 */
public record PartitionRow(TableName table, QueuePartition partition, long rows, long bytes) {
    private static final String QUESTION =
            "SELECT TABLE_SCHEMA AS of_database, TABLE_NAME AS of_table, PARTITION_NAME AS"
                    + " name, PARTITION_METHOD AS method, PARTITION_ORDINAL_POSITION AS place, PARTITION_DESCRIPTION AS bound,"
                    + " TABLE_ROWS AS row_count, DATA_LENGTH + INDEX_LENGTH AS bytes FROM information_schema.PARTITIONS";

    /** A table isn't partitioned by state and time. */
    public static final class NotPartitioned extends Exception {
        private static final long serialVersionUID = 1;

        NotPartitioned(TableName table) {
            super(table + " isn't partitioned by state and time (RANGE COLUMNS), as a queue is", null, false, false);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    /** MySQL would tell what it knew up to a day ago. */
    static void withFreshStatistics(ServerConnection server) throws SQLException {
        if (!server.firstColumn("SHOW VARIABLES LIKE 'information_schema_stats_expiry'")
                .isEmpty()) {
            server.execute(List.of("SET SESSION information_schema_stats_expiry = 0"));
        }
    }

    /** The partitions of each table, in their order. */
    static List<PartitionRow> read(List<HeldTable> tables) throws SQLException, NotPartitioned {
        List<PartitionRow> rows = new ArrayList<>();
        for (Map<String, String> row : Answers.rows(
                tables.getFirst().connection(),
                HeldTable.ofEach(tables, QUESTION, "") + " ORDER BY of_database, of_table, place")) {
            rows.add(of(row));
        }
        return rows;
    }

    /** @param rows the partitions of one table, in their order */
    static PartitionPlan plan(JobQueue queue, List<PartitionRow> rows, LocalDateTime now) {
        return new PartitionPlan(
                queue, rows.stream().map(PartitionRow::partition).toList(), now);
    }

    private static PartitionRow of(Map<String, String> row) throws NotPartitioned {
        TableName table = new TableName(row.getOrDefault("of_database", ""), row.getOrDefault("of_table", ""));
        if (!row.getOrDefault("method", "").equals("RANGE COLUMNS")) {
            throw new NotPartitioned(table);
        }
        try {
            return new PartitionRow(
                    table,
                    new QueuePartition(
                            row.getOrDefault("name", ""), PartitionBound.parse(row.getOrDefault("bound", ""))),
                    Long.parseLong(row.getOrDefault("row_count", "0")),
                    Long.parseLong(row.getOrDefault("bytes", "0")));
        } catch (IllegalArgumentException other) {
            throw new NotPartitioned(table);
        }
    }
}
