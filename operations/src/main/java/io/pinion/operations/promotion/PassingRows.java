package io.pinion.operations.promotion;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.Table.ObjectTable;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Raises AUTO_INCREMENT of some hundred tables in one transaction: each gets a row with a higher id, and loses it again.
 * InnoDB writes the counter beside the row, so that it stays raised when the server is killed behind the COMMIT (measured
 * on MariaDB 11.4 and MySQL 9.7); and whoever follows gets both rows, and raises its own. ALTER TABLE does the same, and
 * waits for the disk and for every reader of the table: 8,192 of them take minutes. Blocks.
 *
 * @param avoided tables that get no row
 */
public record PassingRows(ServerConnection server, long margin, Set<TableName> avoided) {
    /** MySQL and MariaDB join 61 tables at most. */
    private static final int EMPTIED_AT_ONCE = 50;

    /**
     * The tables for which a row does more than to come and go. A trigger that is made behind this question fires for a
     * row that nobody sees, and has its maker's rights.
     */
    public static Set<TableName> withTriggers(ServerConnection server) throws SQLException {
        // MariaDB reads its files of triggers alone for this, and opens nothing.
        return new HashSet<>(Answers.all(
                server.jdbc(),
                "SELECT DISTINCT event_object_schema, event_object_table FROM information_schema.triggers",
                row -> new TableName(row.getString(1), row.getString(2))));
    }

    /** Prepares the connection. A row needs no values of its own, and waits no longer for a lock than ALTER TABLE. */
    public void begin(int lockSeconds) throws SQLException {
        server.execute(server.dialect().exactStatistics());
        server.execute(List.of("SET SESSION sql_mode='', lock_wait_timeout=" + lockSeconds
                + ", innodb_lock_wait_timeout=" + lockSeconds));
    }

    /** @return the tables whose counters are as they were */
    public List<TableName> raise(List<TableName> tables) throws SQLException {
        return BaseTables.asking(server.jdbc(), tables, this::raiseHeld);
    }

    private List<TableName> raiseHeld(List<HeldTable> held) throws SQLException {
        Map<TableName, Long> ids = ids(held);
        Map<TableName, Long> there = new LinkedHashMap<>();
        try (Statement statement = server.jdbc().createStatement()) {
            statement.setEscapeProcessing(false);
            for (Map.Entry<TableName, Long> id : ids.entrySet()) {
                if (isInserted(statement, id.getKey(), id.getValue())) {
                    there.put(id.getKey(), id.getValue());
                }
            }
            List<Map.Entry<TableName, Long>> rows = List.copyOf(there.entrySet());
            for (int first = 0; first < rows.size(); first += EMPTIED_AT_ONCE) {
                delete(statement, rows.subList(first, Math.min(rows.size(), first + EMPTIED_AT_ONCE)));
            }
        }
        return held.stream()
                .map(HeldTable::name)
                .filter(name -> !there.containsKey(name))
                .toList();
    }

    /** Not of partitioned tables, which may lose the counter with a partition, nor of those of other engines. */
    private Map<TableName, Long> ids(List<HeldTable> held) throws SQLException {
        Map<TableName, Long> ids = new LinkedHashMap<>();
        Answers.forEach(
                server.jdbc(),
                server.dialect()
                        .ofEach(
                                held,
                                "SELECT table_schema, table_name, COALESCE(auto_increment, 1) FROM information_schema.tables",
                                " AND engine = 'InnoDB'" + " AND create_options NOT LIKE '%partitioned%'"),
                row -> ids.put(new TableName(row.getString(1), row.getString(2)), row.getLong(3) + margin));
        ids.keySet().removeAll(avoided);
        return ids;
    }

    /** The server takes back all of a statement that fails, as for a CHECK. */
    private static boolean isInserted(Statement statement, TableName table, long id) throws SQLException {
        try {
            statement.execute("INSERT INTO " + table.quoted() + " (" + SqlText.quoteName(ObjectTable.LOCAL_ID)
                    + ") VALUES (" + id + ")");
            return true;
        } catch (SQLException e) {
            if (ServerConnection.isLost(e) || LostIds.isLocked(e)) {
                throw e;
            }
            return false;
        }
    }

    private static void delete(Statement statement, List<Map.Entry<TableName, Long>> rows) throws SQLException {
        String tables = rows.stream().map(row -> row.getKey().quoted()).collect(Collectors.joining(", "));
        List<String> conditions = new ArrayList<>();
        for (Map.Entry<TableName, Long> row : rows) {
            conditions.add(
                    row.getKey().quoted() + "." + SqlText.quoteName(ObjectTable.LOCAL_ID) + " = " + row.getValue());
        }
        int deleted = statement.executeUpdate(
                "DELETE " + tables + " FROM " + tables + " WHERE " + String.join(" AND ", conditions));
        if (deleted != rows.size()) {
            // Without strict mode a server takes a number that a column can't hold for the highest that it can.
            throw new SQLException("of " + rows.size() + " rows " + deleted + " were there");
        }
    }
}
