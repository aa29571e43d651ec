package io.pinion.operations.transfer;

import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.RowSide;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows {@link ImportRows} carries, and between which servers.
 *
 * @param source what has the rows before
 * @param target the shards that get them
 * @param keyspace with these shards
 * @param place where the rows are before, for people: {@code the old database}
 */
public record TransferredRows(
        TransferTask task,
        TransferServers servers,
        List<ImportedTable> tables,
        RowSide source,
        RowSide target,
        Keyspace.Sharded keyspace,
        String place) {
    /** How many rows there are, by the servers' estimates. Blocks. */
    long rowsExpected() throws SQLException {
        Map<String, Long> rows = new HashMap<>();
        for (PairSide side : servers.sources()) {
            Answers.rows(
                            side.primary().server().jdbc(),
                            "SELECT table_name AS name, COALESCE(SUM(table_rows), 0) AS expected FROM"
                                    + " information_schema.tables WHERE table_schema IN ("
                                    + SqlText.quotedList(side.primary().databases()) + ") GROUP BY table_name")
                    .forEach(table -> rows.merge(
                            table.getOrDefault("name", ""),
                            Long.parseLong(table.getOrDefault("expected", "0")),
                            Long::sum));
        }
        return tables.stream()
                .mapToLong(table -> rows.getOrDefault(table.source(), 0L))
                .sum();
    }
}
