package io.pinion.config.document;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Prints JSON for people: what fits on a line stands on one line, so that a range or a server is one line of a diff. */
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

    /** @param used how much of the line stands already filled before the value */
    private static void print(Object value, String indent, int used, StringBuilder out) {
        String inline = inline(value);
        boolean root = indent.isEmpty() && used == 0;
        boolean fits = !root && used + inline.length() < LINE;
        boolean scalar = !(value instanceof Map) && !(value instanceof Collection);
        if (fits || scalar) {
            out.append(inline);
        } else if (value instanceof Map<?, ?> map) {
            printMap(map, indent, out);
        } else {
            printList((Collection<?>) value, indent, out);
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

    private static String inline(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> entries = map.entrySet().stream()
                    .map(entry -> quoted(entry.getKey().toString()) + ": " + inline(entry.getValue()))
                    .toList();
            return "{" + String.join(", ", entries) + "}";
        }
        if (value instanceof Collection<?> list) {
            return "[" + String.join(", ", list.stream().map(JsonText::inline).toList()) + "]";
        }
        if (value instanceof String text) {
            return quoted(text);
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Boolean) {
            return value.toString();
        }
        throw new IllegalArgumentException(value.getClass() + " has no place in our documents");
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
