package io.pinion.routing.plan;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An answer that needs no server. */
public sealed interface LocalAnswer {
    /** Done, nothing to show. */
    record Done(int warnings) implements LocalAnswer {}

    /** A result set of text values, a null cell being NULL. */
    record Rows(List<Column> columns, List<List<@Nullable String>> rows) implements LocalAnswer {
        public Rows {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }

        public static List<Column> textColumns(String... names) {
            return Arrays.stream(names)
                    .map(name -> new Column(name, ColumnType.VARCHAR))
                    .toList();
        }
    }

    record Column(String name, ColumnType type) {}

    enum ColumnType {
        VARCHAR,
        INT_UNSIGNED,
        BIGINT,
        BIGINT_UNSIGNED,
        DOUBLE
    }
}
