package io.pinion.config.document;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints JSON for people: a value that fits on a line stands on one line, so that a range or a server is one line of a
 * diff.
 */
public final class JsonText {
    private static final int LINE = 110;
    private static final String STEP = "  ";

    private final StringBuilder out = new StringBuilder();

    private JsonText() {}

    /**
     * The text of maps, lists, strings, numbers, booleans and null, with a newline at the end.
     *
     * @throws IllegalArgumentException for a value of another kind
     */
    public static String of(Object value) {
        JsonText text = new JsonText();
        text.print(value, "", "{}".length() + 1);
        return text.out.append('\n').toString();
    }

    /** The same on one line, without the newline. */
    public static String line(Object value) {
        JsonText text = new JsonText();
        text.isOnOneLine(value, Integer.MAX_VALUE);
        return text.out.toString();
    }

    /** @param end where the text has to end before, if the value is to stand on one line */
    private void print(@Nullable Object value, String indent, int end) {
        int begin = out.length();
        if (isOnOneLine(value, end)) {
            return;
        }
        switch (value) {
            case Map<?, ?> map -> printLines(map.entrySet(), "{}", indent, begin);
            case Collection<?> list -> printLines(list, "[]", indent, begin);
            case null, default -> {
                // A scalar has no lines, and is printed by now.
            }
        }
    }

    private void printLines(Collection<?> items, String brackets, String indent, int begin) {
        out.setLength(begin);
        String inner = indent + STEP;
        char before = brackets.charAt(0);
        for (Object item : items) {
            out.append(before).append('\n');
            int line = out.length();
            out.append(inner);
            print(item instanceof Map.Entry<?, ?> field ? name(field) : item, inner, line + LINE);
            before = ',';
        }
        out.append('\n').append(indent).append(brackets.charAt(1));
    }

    /** Prints the name of a field, and returns its value. */
    private @Nullable Object name(Map.Entry<?, ?> field) {
        out.append(quoted(field.getKey().toString())).append(": ");
        return field.getValue();
    }

    /** Prints a value on one line, but of maps and lists no more than up to {@code end}: whether it ends before. */
    private boolean isOnOneLine(@Nullable Object value, int end) {
        switch (value) {
            case Map<?, ?> map -> {
                return areOnOneLine(map.entrySet(), "{}", end);
            }
            case Collection<?> list -> {
                return areOnOneLine(list, "[]", end);
            }
            case Map.Entry<?, ?> field -> {
                return isOnOneLine(name(field), end);
            }
            case String text -> out.append(quoted(text));
            case Number number -> out.append(number);
            case Boolean truth -> out.append(truth);
            case null -> out.append("null");
            default -> throw new IllegalArgumentException(value.getClass() + " has no place in our documents");
        }
        return out.length() < end;
    }

    private boolean areOnOneLine(Collection<?> items, String brackets, int end) {
        out.append(brackets.charAt(0));
        String comma = "";
        for (Object item : items) {
            out.append(comma);
            if (!isOnOneLine(item, end)) {
                return false;
            }
            comma = ", ";
        }
        out.append(brackets.charAt(1));
        return out.length() < end;
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
