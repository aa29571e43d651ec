package io.pinion.config.topology;

import io.pinion.routing.catalog.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A column as {@code CREATE TABLE} writes it behind its name: {@code VARCHAR(45) COLLATE utf8mb4_bin NOT NULL}. */
final class ColumnText {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(\\w+|-?\\d+(?:\\.\\d+)?|'(?:[^']|'')*+'|\\((?:[^()']|'(?:[^']|'')*+')*+\\))");
    private static final Set<String> OF_THE_TYPE = Set.of("unsigned", "signed", "zerofill", "precision");

    private final String text;
    private final List<String> tokens;
    private int next;

    private ColumnText(String text) {
        this.text = text;
        this.tokens = tokens(text);
    }

    /** @throws IllegalArgumentException when the text is no column definition, with a message for its writer */
    static Column parse(String name, String text) {
        return new ColumnText(text).column(name);
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        int end = 0;
        while (end < text.length() && matcher.find(end) && matcher.start() == end) {
            tokens.add(matcher.group(1));
            end = matcher.end();
        }
        if (!text.substring(end).isBlank()) {
            throw new IllegalArgumentException("'" + text + "' is no column definition");
        }
        return tokens;
    }

    private Column column(String name) {
        String type = type();
        boolean nullable = true;
        String key = "";
        String extra = "";
        Optional<String> defaultValue = Optional.empty();
        Optional<String> collation = Optional.empty();
        while (next < tokens.size()) {
            if (take("not", "null")) {
                nullable = false;
            } else if (take("primary", "key")) {
                key = "PRI";
                nullable = false;
            } else if (take("unique", "key") || take("unique")) {
                key = "UNI";
            } else if (take("key")) {
                key = "MUL";
            } else if (take("auto_increment")) {
                extra = "auto_increment";
            } else if (take("on", "update")) {
                extra = "on update " + value();
            } else if (take("default")) {
                String value = value();
                defaultValue = value.equalsIgnoreCase("null") ? Optional.empty() : Optional.of(value);
            } else if (take("collate")) {
                collation = Optional.of(value().toLowerCase(Locale.ROOT));
            } else if (take("character", "set") || take("charset")) {
                value();
            } else if (!take("null")) {
                throw new IllegalArgumentException("'" + tokens.get(next) + "' is not understood in '" + text + "'");
            }
        }
        return new Column(name, type, nullable, key, defaultValue, extra, collation);
    }

    /** The type in lower case as MySQL prints it, except for text between quotes. */
    private String type() {
        if (tokens.isEmpty() || !Character.isLetter(tokens.get(0).charAt(0))) {
            throw new IllegalArgumentException("'" + text + "' doesn't begin with a type");
        }
        StringBuilder type = new StringBuilder(tokens.get(next++).toLowerCase(Locale.ROOT));
        if (parenthesisFollows()) {
            type.append(tokens.get(next++));
        }
        while (next < tokens.size() && OF_THE_TYPE.contains(tokens.get(next).toLowerCase(Locale.ROOT))) {
            type.append(' ').append(tokens.get(next++).toLowerCase(Locale.ROOT));
        }
        return type.toString();
    }

    private boolean parenthesisFollows() {
        return next < tokens.size() && tokens.get(next).startsWith("(");
    }

    private boolean take(String... words) {
        if (next + words.length > tokens.size()) {
            return false;
        }
        for (int i = 0; i < words.length; i++) {
            if (!tokens.get(next + i).equalsIgnoreCase(words[i])) {
                return false;
            }
        }
        next += words.length;
        return true;
    }

    /** A literal without its quotes, or a function as MySQL prints it: {@code current_timestamp()}. */
    private String value() {
        if (next == tokens.size()) {
            throw new IllegalArgumentException("'" + text + "' ends too early");
        }
        String value = tokens.get(next++);
        if (value.startsWith("'")) {
            return value.substring(1, value.length() - 1).replace("''", "'");
        }
        if (parenthesisFollows()) {
            return value.toLowerCase(Locale.ROOT) + tokens.get(next++);
        }
        return value.equalsIgnoreCase("current_timestamp") ? "current_timestamp()" : value;
    }

    /** The text that {@link #parse} reads back as the same column. */
    static String of(Column column) {
        StringBuilder text = new StringBuilder(column.type());
        column.collation().ifPresent(collation -> text.append(" COLLATE ").append(collation));
        if (!column.nullable() && !column.key().equals("PRI")) {
            text.append(" NOT NULL");
        }
        column.defaultValue().ifPresent(value -> text.append(" DEFAULT ").append(literal(value)));
        if (column.extra().startsWith("on update ")) {
            text.append(" ON UPDATE ").append(column.extra().substring("on update ".length()));
        } else if (!column.extra().isEmpty()) {
            text.append(' ').append(column.extra().toUpperCase(Locale.ROOT));
        }
        switch (column.key()) {
            case "PRI" -> text.append(" PRIMARY KEY");
            case "UNI" -> text.append(" UNIQUE");
            case "MUL" -> text.append(" KEY");
            default -> {
                // Not indexed.
            }
        }
        return text.toString();
    }

    private static String literal(String value) {
        return value.matches("-?\\d+(\\.\\d+)?|\\w+\\([^()']*\\)") ? value : "'" + value.replace("'", "''") + "'";
    }
}
