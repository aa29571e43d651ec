package io.pinion.cli;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
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
            StringBuilder out = new StringBuilder("[");
            String separator = "\n  ";
            for (List<@Nullable String> row : result.rows()) {
                out.append(separator).append(jsonObject(result, row));
                separator = ",\n  ";
            }
            return out.append(result.rows().isEmpty() ? "]\n" : "\n]\n").toString();
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

    private static String jsonObject(Result result, List<@Nullable String> row) {
        StringBuilder out = new StringBuilder("{");
        for (int i = 0; i < row.size(); i++) {
            Result.Column column = result.columns().get(i);
            String cell = row.get(i);
            out.append(i == 0 ? "" : ", ");
            quote(out, column.name());
            out.append(": ");
            if (cell == null) {
                out.append("null");
            } else if (column.numeric()) {
                out.append(cell);
            } else {
                quote(out, cell);
            }
        }
        return out.append('}').toString();
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"')
                .append(JsonStringEncoder.getInstance().quoteAsString(text))
                .append('"');
    }
}
