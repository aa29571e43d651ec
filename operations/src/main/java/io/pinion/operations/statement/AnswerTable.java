package io.pinion.operations.statement;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.Column;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Collects the rows of an answer. */
public final class AnswerTable {
    private final List<Column> columns;
    private final List<List<@Nullable String>> rows = new ArrayList<>();

    public AnswerTable(List<Column> columns) {
        this.columns = columns;
    }

    public static AnswerTable of(Column... columns) {
        return new AnswerTable(List.of(columns));
    }

    /** A rate with one digit behind the point. */
    public static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%.1f", perSecond);
    }

    public static Column text(String name) {
        return new Column(name, ColumnType.VARCHAR);
    }

    public static Column number(String name) {
        return new Column(name, ColumnType.BIGINT);
    }

    public static Column decimal(String name) {
        return new Column(name, ColumnType.DOUBLE);
    }

    /** Adds a row. Null is NULL; everything else is shown by its {@code toString}. */
    public AnswerTable row(@Nullable Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        List<@Nullable String> row = new ArrayList<>(cells.length);
        Arrays.stream(cells).forEach(cell -> row.add(cell == null ? null : cell.toString()));
        rows.add(row);
        return this;
    }

    public LocalAnswer.Rows rows() {
        return new LocalAnswer.Rows(columns, rows);
    }
}
