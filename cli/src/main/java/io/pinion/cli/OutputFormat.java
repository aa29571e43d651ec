package io.pinion.cli;

import io.pinion.config.document.JsonText;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The formats of printed rows. */
enum OutputFormat {
    /** The mysql command line's format for a terminal. */
    TABLE {
        @Override
        String print(Result result) {
            return TextTable.horizontal(result);
        }
    },
    /** The mysql command line's format after {@code \G}. */
    VERTICAL {
        @Override
        String print(Result result) {
            return TextTable.vertical(result);
        }
    },
    /**
     * The format of {@code mysql --batch}: names, then a line for each row, separated by tabs; tabs, line breaks and
     * backslashes are escaped.
     */
    TSV {
        @Override
        String print(Result result) {
            StringBuilder out = new StringBuilder();
            List<String> names =
                    result.columns().stream().map(Result.Column::name).toList();
            out.append(String.join("\t", names)).append('\n');
            for (List<@Nullable String> row : result.rows()) {
                for (int i = 0; i < row.size(); i++) {
                    out.append(i == 0 ? "" : "\t").append(escapedTsv(row.get(i)));
                }
                out.append('\n');
            }
            return out.toString();
        }
    },
    /** A JSON array of objects. */
    JSON {
        @Override
        String print(Result result) {
            String rows = result.rows().stream()
                    .map(row -> "\n  " + JsonText.line(fields(result, row)))
                    .collect(Collectors.joining(","));
            return "[" + rows + (rows.isEmpty() ? "]\n" : "\n]\n");
        }
    };

    private static final String NULL = "NULL";

    /** The text of the rows; ends with a line break, unless it is empty. */
    abstract String print(Result result);

    private static String escapedTsv(@Nullable String cell) {
        return cell == null
                ? NULL
                : cell.replace("\\", "\\\\")
                        .replace("\t", "\\t")
                        .replace("\n", "\\n")
                        .replace("\0", "\\0");
    }

    /** Columns of numbers have numbers in all their cells. */
    private static Map<String, @Nullable Object> fields(Result result, List<@Nullable String> row) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < row.size(); i++) {
            Result.Column column = result.columns().get(i);
            String cell = row.get(i);
            fields.put(column.name(), cell != null && column.numeric() ? new BigDecimal(cell) : cell);
        }
        return fields;
    }
}
