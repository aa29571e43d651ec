package io.pinion.operations.copy;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the differences between a table and its copy. Checksums of some thousands of rows are compared, and where these
 * differ, the rows one by one, so that memory holds some hundreds of keys at a time. Clients may write meanwhile: each
 * query sees the rows of its moment. Blocks; for one thread.
 */
final class TableDifferences {
    private static final int PART_ROWS = 5_000;

    /** The size of a part that is compared row by row; the copy may have some more rows. */
    private static final int FEW_ROWS = 500;

    private final ServerConnection source;
    private final TableShape table;
    private final ServerConnection target;
    private final TableShape copy;
    private final KeyBounds bounds;
    private final Pace pace;

    TableDifferences(ServerConnection source, TableShape table, ServerConnection target, TableShape copy, Pace pace) {
        this.source = source;
        this.table = table;
        this.target = target;
        this.copy = copy;
        this.bounds = KeyBounds.of(table, source.dialect());
        this.pace = pace;
    }

    /** Gets each difference, in the order of the key. */
    interface Found {
        void rows(RowDifference difference) throws SQLException, OperationRefused;
    }

    void find(Found found) throws SQLException, OperationRefused {
        walk(List.of(), List.of(), bounds.isEmpty() ? 0 : PART_ROWS, found);
    }

    /** @param atOnce rows of the table in a part; 0 for all together */
    private void walk(List<String> after, List<String> upTo, int atOnce, Found found)
            throws SQLException, OperationRefused {
        List<String> from = after;
        while (true) {
            pace.look();
            List<String> end = atOnce == 0 ? upTo : lastOf(from, upTo, atOnce);
            part(from, end, atOnce, found);
            if (end.equals(upTo)) {
                return;
            }
            from = end;
        }
    }

    /** The key of the next part's last row; {@code upTo} when the rest is no longer than one part. */
    private List<String> lastOf(List<String> after, List<String> upTo, int atOnce) throws SQLException {
        return BaseTables.holding(
                source.jdbc(), List.of(table.name()), () -> bounds.next(source.jdbc(), table, after, upTo, atOnce));
    }

    private void part(List<String> after, List<String> upTo, int atOnce, Found found)
            throws SQLException, OperationRefused {
        String condition = bounds.condition(after, upTo);
        RowSum here = sum(source, table, condition);
        RowSum there = sum(target, copy, condition);
        if (here.equals(there)) {
            return;
        }
        long rows = Math.max(here.rows(), there.rows());
        boolean whole = atOnce == 0 || here.rows() == 0 || there.rows() == 0;
        if (!whole && rows <= 2 * FEW_ROWS) {
            few(condition, found);
        } else if (!whole && atOnce > FEW_ROWS) {
            walk(after, upTo, FEW_ROWS, found);
        } else {
            found.rows(
                    new RowDifference(condition, here.rows() == 0 ? Optional.empty() : Optional.of(condition), rows));
        }
    }

    /** Compares row by row. */
    private void few(String condition, Found found) throws SQLException, OperationRefused {
        Map<List<String>, String> here = held(source, table, condition);
        Map<List<String>, String> there = held(target, copy, condition);
        List<List<String>> right = new ArrayList<>();
        here.forEach((key, sum) -> {
            if (!sum.equals(there.get(key))) {
                right.add(key);
            }
        });
        // Keys on both sides are wrong too: a key may equal another one for the server, which ignores the case of
        // letters.
        Set<List<String>> wrong = new LinkedHashSet<>(right);
        there.keySet().stream().filter(key -> !here.containsKey(key)).forEach(wrong::add);
        if (!wrong.isEmpty()) {
            found.rows(new RowDifference(
                    bounds.conditionOf(wrong),
                    right.isEmpty() ? Optional.empty() : Optional.of(bounds.conditionOf(right)),
                    wrong.size()));
        }
    }

    private static RowSum sum(ServerConnection server, TableShape shape, String condition) throws SQLException {
        return BaseTables.holding(
                server.jdbc(), List.of(shape.name()), () -> RowSum.of(server.jdbc(), shape, condition));
    }

    private Map<List<String>, String> held(ServerConnection server, TableShape shape, String condition)
            throws SQLException {
        return BaseTables.holding(server.jdbc(), List.of(shape.name()), () -> rows(server, shape, condition));
    }

    private Map<List<String>, String> rows(ServerConnection server, TableShape shape, String condition)
            throws SQLException {
        Map<List<String>, String> found = new HashMap<>();
        Answers.forEach(
                server.jdbc(),
                "SELECT " + bounds.columns() + ", " + RowSum.row(shape) + " FROM " + shape.inOrder() + condition,
                row -> found.put(
                        bounds.bound(row), row.getString(row.getMetaData().getColumnCount())));
        return found;
    }
}
