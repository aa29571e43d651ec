package io.pinion.routing.advice;

import io.pinion.routing.advice.UnshardedTable.TableKey;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.text.Tokens;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the definition of one column in a CREATE TABLE. */
final class ColumnReading {
    private static final Set<String> OF_THE_TYPE = Set.of("UNSIGNED", "SIGNED", "ZEROFILL", "PRECISION");
    private static final Set<String> TEXTS =
            Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set");

    private final Tokens tokens;
    private final int to;
    private final TextDefaults defaults;
    private final String name;
    private int at;
    private boolean nullable = true;
    private boolean primary;
    private boolean unique;
    private String extra = "";
    private @Nullable String characterSet;
    private @Nullable String collation;

    /** @param from the token of the column's name */
    ColumnReading(Tokens tokens, String charset, int from, int to, TextDefaults defaults) {
        this.tokens = tokens;
        this.to = to;
        this.defaults = defaults;
        this.name = tokens.name(from, charset);
        this.at = from + 1;
    }

    Column column() {
        String type = type();
        while (at < to) {
            attribute();
        }
        boolean text = TEXTS.contains(type.replaceAll("[^a-z0-9].*", ""));
        return new Column(
                name,
                type,
                nullable && !primary,
                "",
                Optional.empty(),
                extra,
                text ? Optional.of(defaults.of(characterSet, collation)) : Optional.empty());
    }

    /** The key that the column is by itself; to be asked behind {@link #column}. */
    Optional<TableKey> key() {
        return primary || unique ? Optional.of(new TableKey(primary, true, List.of(name))) : Optional.empty();
    }

    /** As servers print it: in lower case, but for text between quotes. */
    private String type() {
        StringBuilder type = new StringBuilder(word(at++).toLowerCase(Locale.ROOT));
        if (tokens.isSymbol(at, "(")) {
            int close = tokens.closing(at);
            for (; at <= close; at++) {
                type.append(tokens.text(at));
            }
        }
        while (at < to && OF_THE_TYPE.contains(word(at).toUpperCase(Locale.ROOT))) {
            type.append(' ').append(word(at++).toLowerCase(Locale.ROOT));
        }
        return type.toString();
    }

    /** Those by which statements are planned. */
    private void attribute() {
        switch (word(at++).toUpperCase(Locale.ROOT)) {
            case "NOT" -> {
                nullable = false;
                at++;
            }
            case "AUTO_INCREMENT" -> extra = "auto_increment";
            case "INVISIBLE" -> extra = "INVISIBLE";
            case "GENERATED", "AS" -> generated();
            case "COLLATE" -> collation = TextDefaults.plain(word(at++));
            case "CHARSET" -> characterSet = TextDefaults.plain(word(at++));
            case "CHARACTER" -> {
                characterSet = TextDefaults.plain(word(at + 1));
                at += 2;
            }
            case "PRIMARY" -> primary = true;
            case "UNIQUE" -> unique = true;
            case "(" -> {
                at--;
                skipGroup();
            }
            default -> {}
        }
    }

    private void generated() {
        while (at < to && !tokens.isSymbol(at, "(")) {
            at++;
        }
        skipGroup();
        extra = tokens.isWord(at, "STORED") || tokens.isWord(at, "PERSISTENT")
                ? "STORED GENERATED"
                : "VIRTUAL GENERATED";
    }

    private void skipGroup() {
        int close = tokens.closing(at);
        at = close < 0 ? to : close + 1;
    }

    private String word(int token) {
        return token < to ? tokens.text(token) : "";
    }
}
