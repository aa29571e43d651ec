package io.pinion.operations.restore;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.RowSum;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.restore.RestoredRows.Differences;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Compares the restored tables of a shard with those of now: each table in one question, which reads both in the order
 * of their primary keys. Blocks; for one thread.
 *
 * @param primary as the operator, whose transactions read as of one moment: what a table has is counted by two statements
 * @param database the shard's own
 * @param progress of the operation that has restored them
 */
record RestoredComparison(ServerConnection primary, int shard, String database, Progress progress) {
    /** The checksum of a row, as a column. */
    private static final String SUM = "`pinion row`";

    List<RestoredRows> rows() throws SQLException {
        String beside = database + RestoredShard.RESTORED;
        List<TableName> live = BaseTables.in(primary.jdbc(), database);
        List<RestoredRows> all = new ArrayList<>();
        for (TableName restored : RestoredShard.in(primary, beside)) {
            TableName now = new TableName(database, restored.table());
            List<TableName> both = live.contains(now) ? List.of(restored, now) : List.of(restored);
            all.add(BaseTables.<RestoredRows, SQLException>asking(
                    primary.jdbc(), both, held -> held.size() == 1 ? gone(restored) : compared(held)));
        }
        return all;
    }

    /** Of a table that isn't there any more. */
    private RestoredRows gone(TableName restored) throws SQLException {
        long rows = count(restored);
        return rows(restored, rows, Optional.of(new Differences(rows, 0, 0)));
    }

    private RestoredRows compared(List<HeldTable> held) throws SQLException {
        TableShape then = TableShape.read(held.getFirst(), primary.dialect());
        TableShape now = TableShape.read(held.getLast(), primary.dialect());
        List<String> key = then.wholeKey();
        List<String> exported = RestoredFacts.columns(progress, then.name().table());
        if (key.isEmpty() || !key.equals(now.wholeKey()) || !exported.containsAll(key)) {
            return rows(then.name(), count(then.name()), Optional.empty());
        }
        Map<String, String> counts = Answers.firstRow(primary.jdbc(), question(then, now, key, exported));
        long restored = number(counts, "restored");
        long missing = number(counts, "missing");
        long newer = count(now.name()) - (restored - missing);
        return rows(then.name(), restored, Optional.of(new Differences(missing, number(counts, "changed"), newer)));
    }

    private RestoredRows rows(TableName table, long restored, Optional<Differences> differences) {
        return new RestoredRows(shard, database, table.table(), restored, differences);
    }

    /** A row of both tables is found by the index of the primary key. */
    private static String question(TableShape then, TableShape now, List<String> key, List<String> exported) {
        List<String> both = now.stored().stream()
                .map(ColumnShape::name)
                .filter(exported::contains)
                .toList();
        List<ColumnShape> columns = then.stored().stream()
                .filter(column -> both.contains(column.name()))
                .toList();
        String keys = key.stream().map(SqlText::quoteName).collect(Collectors.joining(", "));
        String there = "n." + SqlText.quoteName(key.getFirst());
        return "SELECT COUNT(*) AS restored, COALESCE(SUM(" + there + " IS NULL), 0) AS missing, COALESCE(SUM(" + there
                + " IS NOT NULL AND n." + SUM + " <> r." + SUM + "), 0) AS changed FROM "
                + summed(then, columns, keys) + " r LEFT JOIN " + summed(now, columns, keys) + " n USING (" + keys
                + ")";
    }

    private static String summed(TableShape table, List<ColumnShape> columns, String keys) {
        TableShape some = new TableShape(table.name(), columns, table.key(), false, table.bytes());
        return "(SELECT " + keys + ", " + RowSum.row(some) + " AS " + SUM + " FROM "
                + table.name().quoted() + ")";
    }

    private long count(TableName table) throws SQLException {
        return Long.parseLong(Answers.single(primary.jdbc(), "SELECT COUNT(*) FROM " + table.quoted()));
    }

    private static long number(Map<String, String> row, String column) {
        return Long.parseLong(row.getOrDefault(column, "0"));
    }
}
