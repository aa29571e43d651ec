package io.pinion.config.change;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the document, written as problems name it: {@code keyspaces.pinterest.ranges[2].pair}, or {@code
 * checks['1.2.3.4']} for a name that would not read as one step. The root has no steps.
 */
public record DocumentPath(List<Step> steps) {
    /** One step down from an object or a list. */
    public sealed interface Step {}

    /** Into the field of an object. */
    public record Name(String name) implements Step {}

    /** Into an item of a list, from 0. */
    public record Index(int index) implements Step {}

    private static final Pattern PLAIN = Pattern.compile("[\\w-]+");
    private static final Pattern NEXT = Pattern.compile(
            "\\[(?<index>\\d{1,9})]|\\['(?<single>[^']+)']|\\[\"(?<double>[^\"]+)\"]|(?<dot>\\.?)(?<name>[^.\\[\\]'\"]+)");

    public DocumentPath {
        steps = List.copyOf(steps);
    }

    /** The place of these names below each other. */
    public static DocumentPath of(String... names) {
        List<Step> steps = new ArrayList<>();
        for (String name : names) {
            steps.add(new Name(name));
        }
        return new DocumentPath(steps);
    }

    /** @throws IllegalArgumentException with a message for people when the text is no path */
    public static DocumentPath parse(String text) {
        List<Step> steps = new ArrayList<>();
        Matcher next = NEXT.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!next.find(at) || next.start() != at || !isJoined(next, at)) {
                throw new IllegalArgumentException("'" + text + "' is no place in the topology document; write it as in"
                        + " keyspaces.pinterest.ranges[2].pair, and a name with dots as in checks[\"1.2.3.4\"]");
            }
            steps.add(step(next));
            at = next.end();
        }
        return new DocumentPath(steps);
    }

    /** Whether a name stands behind a dot, or at the beginning without one. */
    private static boolean isJoined(Matcher found, int at) {
        return found.group("name") == null || found.group("dot").isEmpty() == (at == 0);
    }

    private static Step step(Matcher found) {
        if (found.group("index") != null) {
            return new Index(Integer.parseInt(found.group("index")));
        }
        if (found.group("name") != null) {
            return new Name(found.group("name"));
        }
        return new Name(found.group("single") != null ? found.group("single") : found.group("double"));
    }

    public boolean isRoot() {
        return steps.isEmpty();
    }

    Step last() {
        return steps.getLast();
    }

    /** The place of the first steps. */
    DocumentPath first(int count) {
        return new DocumentPath(steps.subList(0, count));
    }

    /** The place that this one is in. */
    DocumentPath above() {
        return first(steps.size() - 1);
    }

    /** Whether the first step is this name. */
    public boolean isIn(String name) {
        return !isRoot() && steps.getFirst().equals(new Name(name));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            switch (step) {
                case Index(int index) -> text.append('[').append(index).append(']');
                case Name(String name)
                when PLAIN.matcher(name).matches() ->
                    text.append(text.isEmpty() ? "" : ".").append(name);
                case Name(String name) -> text.append("['").append(name).append("']");
            }
        }
        return text.toString();
    }
}
