package io.pinion.operations.statement;

import io.pinion.operations.statement.SyntaxPart.Choice;
import io.pinion.operations.statement.SyntaxPart.Literal;
import io.pinion.operations.statement.SyntaxPart.Maybe;
import io.pinion.operations.statement.SyntaxPart.Place;
import io.pinion.operations.statement.SyntaxPart.Repeat;
import io.pinion.operations.statement.SyntaxPart.Sequence;
import io.pinion.operations.statement.SyntaxPart.Sign;
import io.pinion.operations.statement.SyntaxPart.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the notation of syntax lines, which is that of the MySQL manual: {@code WORD}, {@code [optional]}, {@code {this |
 * that}}, {@code place}, {@code 'text'}, {@code place[, place …]} for several with commas between them, {@code {this |
 * that}[, …]} for the same of a choice, {@code option [option …]}, and {@code PAIR[S]}.
 */
final class SyntaxNotation {
    private static final String ELLIPSIS = "…";

    private final String text;
    /** What names stand for that aren't places. */
    private final Map<String, String> definitions;

    private int at;

    SyntaxNotation(String text, Map<String, String> definitions) {
        this.text = text;
        this.definitions = definitions;
    }

    /** @throws IllegalArgumentException with the place, for a mistake in the notation */
    SyntaxPart read() {
        SyntaxPart whole = ways('\0');
        if (at < text.length()) {
            throw wrong("unexpected " + text.charAt(at));
        }
        return whole;
    }

    /** Ways with bars between them, up to a bracket that is taken. */
    private SyntaxPart ways(char end) {
        List<SyntaxPart> ways = new ArrayList<>();
        do {
            ways.add(sequence());
        } while (take('|'));
        if (end != '\0' && !take(end)) {
            throw wrong("expected " + end);
        }
        return ways.size() == 1 ? ways.getFirst() : new Choice(ways);
    }

    private SyntaxPart sequence() {
        List<SyntaxPart> parts = new ArrayList<>();
        while (true) {
            skipBlanks();
            if (at == text.length() || "|]}".indexOf(text.charAt(at)) >= 0) {
                break;
            }
            boolean attached = at > 0 && text.charAt(at - 1) != ' ';
            if (text.startsWith("[, ", at) && attached) {
                skipRepetition();
                parts.add(new Repeat(parts.removeLast(), ","));
            } else if (take('[')) {
                optional(parts);
            } else if (take('{')) {
                parts.add(ways('}'));
            } else {
                parts.add(single());
            }
        }
        return parts.size() == 1 ? parts.getFirst() : new Sequence(List.copyOf(parts));
    }

    /** {@code [option …]} stands for more of what is before it, where that is the same, or for any number of them. */
    private void optional(List<SyntaxPart> parts) {
        int end = text.indexOf(']', at);
        String inside = end < 0 ? "" : text.substring(at, end);
        if (inside.indexOf('[') >= 0 || !inside.endsWith(" " + ELLIPSIS)) {
            SyntaxPart part = ways(']');
            if (part instanceof Place(String label, PlaceKind kind)
                    && kind == PlaceKind.NAME
                    && text.startsWith(" '", at)) {
                part = new Place(label, PlaceKind.BARE_NAME);
            }
            parts.add(new Maybe(part));
            return;
        }
        at = end + 1;
        SyntaxPart part = new SyntaxNotation(inside.substring(0, inside.length() - 2), definitions).read();
        SyntaxPart any = new Repeat(part, "");
        if (!parts.isEmpty() && parts.getLast().equals(part)) {
            parts.set(parts.size() - 1, any);
        } else {
            parts.add(new Maybe(any));
        }
    }

    /** Goes behind a bracket that says what is repeated, which the line has shown before. */
    private void skipRepetition() {
        int end = text.indexOf(ELLIPSIS + "]", at);
        if (end < 0) {
            throw wrong("expected …]");
        }
        at = end + 2;
    }

    private SyntaxPart single() {
        char c = text.charAt(at);
        if (c == '\'') {
            return quoted();
        }
        if (Character.isUpperCase(c)) {
            return word();
        }
        if (Character.isLowerCase(c)) {
            return place();
        }
        at++;
        return new Sign(String.valueOf(c));
    }

    private SyntaxPart quoted() {
        int end = text.indexOf('\'', at + 1);
        if (end < 0) {
            throw wrong("a quote is never closed");
        }
        String label = text.substring(at, end + 1);
        at = end + 1;
        String inside = label.substring(1, label.length() - 1);
        return inside.equals(inside.toUpperCase(Locale.ROOT))
                ? new Literal(inside)
                : new Place(label, PlaceKind.of(label));
    }

    private SyntaxPart word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        String word = text.substring(start, at);
        if (text.startsWith("[S]", at)) {
            at += 3;
            return new Word(word, "S");
        }
        return new Word(word, "");
    }

    /** A name, with what belongs to it: {@code keyspace.table}, {@code first-last}, {@code objects.column[.key]}. */
    private SyntaxPart place() {
        int start = at;
        while (at < text.length() && isOfPlace()) {
            at = text.startsWith("[.", at) ? text.indexOf(']', at) + 1 : at + 1;
        }
        String label = text.substring(start, at);
        String definition = definitions.get(label);
        return definition == null
                ? new Place(label, PlaceKind.of(label))
                : new SyntaxNotation(definition, definitions).read();
    }

    private boolean isOfPlace() {
        char c = text.charAt(at);
        return Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_' || text.startsWith("[.", at);
    }

    private boolean take(char c) {
        skipBlanks();
        if (at == text.length() || text.charAt(at) != c) {
            return false;
        }
        at++;
        return true;
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + " at " + at + " of the syntax line " + text);
    }
}
