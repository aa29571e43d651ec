package io.pinion.config.document;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/**
 * Prints JSON for people: a value that fits on a line stands on one line, so that a range or a server is one line of a
 * diff.
 */
public final class JsonText {
    private static final int LINE = 110;
    private static final String STEP = "  ";

    private JsonText() {}

    /**
     * The text of maps, lists, strings, numbers and booleans, with a newline at the end.
     *
     * @throws IllegalArgumentException for a value of another kind
     */
    public static String of(Object value) {
        StringBuilder out = new StringBuilder();
        print(value, "", 0, out);
        return out.append('\n').toString();
    }

    /** @param used how many columns of the line are filled before the value */
    private static void print(Object value, String indent, int used, StringBuilder out) {
        int begin = out.length();
        boolean root = indent.isEmpty() && used == 0;
        if (!root && inline(value, out, begin + LINE - used)) {
            return;
        }
        switch (value) {
            case Map<?, ?> map -> {
                out.setLength(begin);
                printMap(map, indent, out);
            }
            case Collection<?> list -> {
                out.setLength(begin);
                printList(list, indent, out);
            }
            default -> {
                // A scalar has no lines; the attempt above has printed it unless it is the root.
                if (root) {
                    inline(value, out, Integer.MAX_VALUE);
                }
            }
        }
    }

    private static void printMap(Map<?, ?> map, String indent, StringBuilder out) {
        String inner = indent + STEP;
        out.append("{\n");
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            String name = quoted(entry.getKey().toString()) + ": ";
            out.append(inner).append(name);
            print(entry.getValue(), inner, inner.length() + name.length(), out);
            out.append(entries.hasNext() ? ",\n" : "\n");
        }
        out.append(indent).append('}');
    }

    private static void printList(Collection<?> list, String indent, StringBuilder out) {
        String inner = indent + STEP;
        out.append("[\n");
        Iterator<?> items = list.iterator();
        while (items.hasNext()) {
            out.append(inner);
            print(items.next(), inner, inner.length(), out);
            out.append(items.hasNext() ? ",\n" : "\n");
        }
        out.append(indent).append(']');
    }

    /**
     * Prints on one line, and of maps and lists no more than up to {@code end}.
     *
     * @return whether the value ends before {@code end}
     */
    private static boolean inline(Object value, StringBuilder out, int end) {
        switch (value) {
            case Map<?, ?> map -> {
                return inlineMap(map, out, end);
            }
            case Collection<?> list -> {
                return inlineList(list, out, end);
            }
            case String text -> out.append(quoted(text));
            case Integer number -> out.append(number);
            case Long number -> out.append(number);
            case Boolean truth -> out.append(truth);
            default -> throw new IllegalArgumentException(value.getClass() + " has no place in our documents");
        }
        return out.length() < end;
    }

    private static boolean inlineMap(Map<?, ?> map, StringBuilder out, int end) {
        out.append('{');
        String comma = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(comma).append(quoted(entry.getKey().toString())).append(": ");
            if (!inline(entry.getValue(), out, end)) {
                return false;
            }
            comma = ", ";
        }
        out.append('}');
        return out.length() < end;
    }

    private static boolean inlineList(Collection<?> list, StringBuilder out, int end) {
        out.append('[');
        String comma = "";
        for (Object item : list) {
            out.append(comma);
            if (!inline(item, out, end)) {
                return false;
            }
            comma = ", ";
        }
        out.append(']');
        return out.length() < end;
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
