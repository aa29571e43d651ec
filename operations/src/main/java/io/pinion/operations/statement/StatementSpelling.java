package io.pinion.operations.statement;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A statement as it was read, word by word, to be written elsewhere. Immutable. */
public final class StatementSpelling {
    /** What a command line has in the place of a secret, which is asked for. */
    public static final String ASKED = "-";

    private static final Pattern SAFE_IN_SHELL = Pattern.compile("[\\w.:/@%+=-]++");

    /**
     * A word or a sign, or the value at a place.
     *
     * @param kind of the place; empty for a word of the syntax line
     */
    record Part(String text, Optional<PlaceKind> kind) {
        private boolean isAskedFor() {
            return kind.filter(PlaceKind.SECRET::equals).isPresent() && text.equals(ASKED);
        }
    }

    private final List<Part> parts;

    StatementSpelling(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** Whether a secret is asked for. */
    public boolean asksForSecret() {
        return parts.stream().anyMatch(Part::isAskedFor);
    }

    /**
     * The statement as a proxy reads it.
     *
     * @param secret what is asked for
     */
    public String sql(String secret) {
        StringBuilder sql = new StringBuilder();
        for (Part part : parts) {
            String text = part.isAskedFor() ? secret : part.text;
            append(sql, part.kind.map(kind -> kind.written(text)).orElse(text));
        }
        return sql.toString();
    }

    /** The words behind {@code pinion} that say the same. */
    public String shell() {
        StringBuilder words = new StringBuilder();
        parts.forEach(part -> append(words, part.kind.isPresent() ? shell(part, part.kind.get()) : lower(part)));
        return words.toString();
    }

    private static String lower(Part part) {
        return part.text.toLowerCase(Locale.ROOT);
    }

    /** What would be read as another thing without quotes of SQL gets those, too. */
    private static String shell(Part part, PlaceKind kind) {
        boolean address = kind.isPlainName() && (part.text.indexOf('.') >= 0 || part.text.indexOf(':') >= 0);
        if (address || part.text.indexOf(',') >= 0 || part.text.startsWith("-")) {
            return quoted(kind.written(part.text));
        }
        return SAFE_IN_SHELL.matcher(part.text).matches() ? part.text : quoted(part.text);
    }

    private static String quoted(String text) {
        return text.indexOf('\'') < 0 ? "'" + text + "'" : "\"" + text.replaceAll("([\\\\\"$`])", "\\\\$1") + "\"";
    }

    private static void append(StringBuilder to, String part) {
        to.append(to.isEmpty() || part.equals(",") ? "" : " ").append(part);
    }
}
