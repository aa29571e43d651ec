package io.pinion.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows to print. A null cell is NULL. */
record Result(List<Column> columns, List<List<@Nullable String>> rows) {
    /** @param numeric whether values are aligned right, and without quotes in JSON */
    record Column(String name, boolean numeric) {}

    Result {
        columns = List.copyOf(columns);
        rows = new ArrayList<>(rows);
    }

    /** A cell's text; empty for NULL, and without such a column. */
    String cell(int row, String column) {
        for (int i = 0; i < columns.size(); i++) {
            String cell = rows.get(row).get(i);
            if (columns.get(i).name().equals(column) && cell != null) {
                return cell;
            }
        }
        return "";
    }

    /** The rows with one more column of text at the end, the same in each row. */
    Result with(String column, String cell) {
        List<Column> more = new ArrayList<>(columns);
        more.add(new Column(column, false));
        List<List<@Nullable String>> longer = new ArrayList<>();
        for (List<@Nullable String> row : rows) {
            List<@Nullable String> cells = new ArrayList<>(row);
            cells.add(cell);
            longer.add(cells);
        }
        return new Result(more, longer);
    }
}
