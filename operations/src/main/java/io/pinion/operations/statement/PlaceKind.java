package io.pinion.operations.statement;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** What may stand at a place of a syntax line. */
enum PlaceKind {
    /** A word or a name in quotes of any kind. */
    NAME,
    /** A word or a name in backticks: a name that may be left out before a text. */
    BARE_NAME,
    /** {@code name.name}, in one token or in several. */
    DOTTED,
    /** A whole number from 0 to 2,147,483,647. */
    WHOLE,
    /** The number of a session, of up to 64 bits. */
    UNSIGNED,
    /** {@code 4096} or {@code 4096-8191}. */
    SHARDS,
    /** In quotes. */
    TEXT,
    /** As {@link #TEXT}; at a command line a name has neither a dot nor a colon. */
    ADDRESS,
    /** In single quotes: in double quotes it would be a name for servers with ANSI_QUOTES, and names are in logs. */
    SINGLE_QUOTED,
    /** As {@link #SINGLE_QUOTED}; no error shows it. */
    SECRET,
    /** A key in quotes, or a whole number. */
    KEY,
    /** {@code name}, {@code 'name'@'host'} or {@code CURRENT_USER()}. */
    ACCOUNT,
    /** The text up to the end, whatever it is. */
    REST;

    /** The kinds of places that aren't names or texts, by what a syntax line calls them. */
    private static final Map<String, PlaceKind> BY_LABEL = Map.ofEntries(
            Map.entry("n", WHOLE),
            Map.entry("w", WHOLE),
            Map.entry("id", UNSIGNED),
            Map.entry("generation", WHOLE),
            Map.entry("first-last", SHARDS),
            Map.entry("'host:port'", ADDRESS),
            Map.entry("'password'", SECRET),
            Map.entry("'json'", SINGLE_QUOTED),
            Map.entry("'key'", KEY),
            Map.entry("value", KEY),
            Map.entry("opposite", DOTTED),
            Map.entry("account", ACCOUNT),
            Map.entry("statement", REST));

    /** How the message of a refusal calls what a syntax line calls so. */
    private static final Map<String, String> EXPECTED = Map.ofEntries(
            Map.entry("n", "a whole number"),
            Map.entry("w", "a weight, a whole number"),
            Map.entry("generation", "the number of a generation"),
            Map.entry("id", "the number of a session, see SHOW PROCESSLIST"),
            Map.entry("number", "an id"),
            Map.entry("first-last", "shards, such as 4096-8191"),
            Map.entry("account", "the name of a user"),
            Map.entry("name", "a name"),
            Map.entry("statement", "a statement"),
            Map.entry("function", "the name of a hash"),
            Map.entry("charset", "the name of a character set"),
            Map.entry("opposite", "the opposite mapping, or a column of objects"),
            Map.entry("'host:port'", "the address of a server in quotes, 'host:port'"),
            Map.entry("'password'", "a password in single quotes"),
            Map.entry("'json'", "JSON in single quotes"),
            Map.entry("'key'", "a key in quotes, or a whole number"),
            Map.entry("value", "a value in quotes"),
            Map.entry("'user'", "the name of a user in quotes"),
            Map.entry("'hosts'", "the hosts from which Pinion's accounts log in, in quotes"),
            Map.entry("'place'", "a place in quotes"),
            Map.entry("'pattern'", "a pattern in quotes"),
            Map.entry("'time'", "a time in quotes"),
            Map.entry("'network'", "a network in quotes, such as '10.1.0.0/16'"),
            Map.entry("'declaration'", "a declaration in quotes"));

    /** The value as it is written in a statement. */
    String written(String value) {
        return switch (this) {
            case NAME, BARE_NAME -> name(value);
            case DOTTED ->
                Arrays.stream(value.split("\\.")).map(PlaceKind::name).collect(Collectors.joining("."));
            case TEXT, ADDRESS, SINGLE_QUOTED, SECRET, KEY -> text(value);
            case WHOLE, UNSIGNED, SHARDS, ACCOUNT, REST -> value;
        };
    }

    /** Whether a name without dots stands there. */
    boolean isPlainName() {
        return this == NAME || this == BARE_NAME;
    }

    private static String name(String value) {
        return "`" + value.replace("`", "``") + "`";
    }

    private static String text(String value) {
        return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    static PlaceKind of(String label) {
        PlaceKind known = BY_LABEL.get(label);
        if (known != null) {
            return known;
        }
        return label.startsWith("'") ? TEXT : label.contains(".") ? DOTTED : NAME;
    }

    /** What is expected at a place, in words. */
    static String expected(String label) {
        String words = EXPECTED.get(label);
        if (words != null) {
            return words;
        }
        return label.startsWith("'") || label.contains(".") ? label : "the name of a " + label;
    }
}
