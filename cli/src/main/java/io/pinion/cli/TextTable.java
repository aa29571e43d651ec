package io.pinion.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws rows as the mysql command line does, so that both outputs can be compared. */
final class TextTable {
    private static final String NULL = "NULL";
    private static final String STARS = "*".repeat(27);

    private TextTable() {}

    static String horizontal(Result result) {
        if (result.rows().isEmpty()) {
            return "Empty set\n";
        }
        int[] widths = widths(result);
        StringBuilder out = new StringBuilder();
        String rule = rule(widths);
        out.append(rule);
        for (int i = 0; i < widths.length; i++) {
            out.append(i == 0 ? "| " : " | ");
            pad(out, result.columns().get(i).name(), widths[i], false);
        }
        out.append(" |\n").append(rule);
        for (List<@Nullable String> row : result.rows()) {
            for (int i = 0; i < widths.length; i++) {
                out.append(i == 0 ? "| " : " | ");
                pad(out, cell(row, i), widths[i], result.columns().get(i).numeric());
            }
            out.append(" |\n");
        }
        return out.append(rule).append(counted(result)).toString();
    }

    private static String counted(Result result) {
        int count = result.rows().size();
        return count + (count == 1 ? " row in set\n" : " rows in set\n");
    }

    static String vertical(Result result) {
        if (result.rows().isEmpty()) {
            return "Empty set\n";
        }
        int width = result.columns().stream()
                .mapToInt(column -> column.name().length())
                .max()
                .orElse(0);
        StringBuilder out = new StringBuilder();
        int number = 0;
        for (List<@Nullable String> row : result.rows()) {
            out.append(STARS)
                    .append(' ')
                    .append(++number)
                    .append(". row ")
                    .append(STARS)
                    .append('\n');
            for (int i = 0; i < row.size(); i++) {
                pad(out, result.columns().get(i).name(), width, true);
                out.append(": ").append(cell(row, i)).append('\n');
            }
        }
        return out.append(counted(result)).toString();
    }

    private static int[] widths(Result result) {
        int[] widths = new int[result.columns().size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = result.columns().get(i).name().length();
            for (List<@Nullable String> row : result.rows()) {
                widths[i] = Math.max(widths[i], characters(cell(row, i)));
            }
        }
        return widths;
    }

    private static String rule(int[] widths) {
        StringBuilder out = new StringBuilder();
        for (int width : widths) {
            out.append('+').append("-".repeat(width + 2));
        }
        return out.append("+\n").toString();
    }

    private static String cell(List<@Nullable String> row, int column) {
        String cell = row.get(column);
        return cell == null ? NULL : cell;
    }

    private static int characters(String text) {
        return text.codePointCount(0, text.length());
    }

    private static void pad(StringBuilder out, String text, int width, boolean right) {
        String space = " ".repeat(Math.max(0, width - characters(text)));
        out.append(right ? space : "").append(text).append(right ? "" : space);
    }
}
