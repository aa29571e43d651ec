package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import java.util.Set;

/** The arguments of functions that have a grammar of their own, where the parser's differs from the servers'. */
final class ArgumentParts {
    /** Types of CAST that the parser doesn't read in each of their forms. */
    private static final Set<String> ODD_TYPES = Set.of("CHAR", "CHARACTER", "NCHAR", "NATIONAL", "INTERVAL");

    /** The words that may follow the path in JSON_VALUE. */
    private static final Set<String> BEHIND_PATH = Set.of("RETURNING", "NULL", "ERROR", "DEFAULT");

    private static final Set<String> TRIMMED = Set.of("BOTH", "LEADING", "TRAILING");

    private final Tokens tokens;
    private final Substitutes parts;

    ArgumentParts(Tokens tokens, Substitutes parts) {
        this.tokens = tokens;
        this.parts = parts;
    }

    /** @param name the token before the opening parenthesis */
    void read(int name) {
        int open = name + 1;
        switch (tokens.upper(name)) {
            case "CONVERT" -> readConvert(name, open);
            case "CAST" -> readCast(open);
            case "WEIGHT_STRING" -> leaveOutFrom(open, "AS", "LEVEL");
            case "GROUP_CONCAT", "JSON_ARRAYAGG" -> leaveOutFrom(open, "LIMIT");
            case "TRIM" -> readTrim(open);
            case "MID" -> readMid(name, open);
            case "JSON_VALUE" -> readJsonValue(open);
            case "JSON_TABLE" -> readJsonTable(name, open);
            default -> {}
        }
    }

    /**
     * {@code CONVERT(n, DECIMAL(5,1))}, in which the parser would take the column for a type, and {@code CONVERT(s USING
     * binary)}: they get a CAST.
     */
    private void readConvert(int name, int open) {
        int type = parts.inside(open, ",", "USING");
        if (type > 0) {
            parts.replace(name, "CAST");
            parts.replace(type, "AS");
            parts.replace(type + 1, parts.closing(open) - 1, "CHAR");
        }
    }

    /** {@code CAST(v AS CHAR(2) CHARSET utf8mb4)}, {@code CAST(v AS INTERVAL DAY_SECOND(3))}. */
    private void readCast(int open) {
        int as = parts.inside(open, "AS");
        if (as > 0 && tokens.isOneOf(as + 1, ODD_TYPES)) {
            parts.replace(as + 1, parts.closing(open) - 1, "CHAR");
        }
    }

    /** {@code WEIGHT_STRING(v AS CHAR(3))}, {@code GROUP_CONCAT(v ORDER BY v LIMIT 1)}. */
    private void leaveOutFrom(int open, String... words) {
        int word = parts.inside(open, words);
        if (word > 0) {
            parts.leaveOut(word, parts.closing(open) - 1);
        }
    }

    /** {@code TRIM(BOTH FROM s)}, of which the parser makes a function without an argument. */
    private void readTrim(int open) {
        if (tokens.isOneOf(open + 1, TRIMMED) && tokens.isWord(open + 2, "FROM")) {
            parts.leaveOut(open + 1, open + 2);
        }
    }

    /** {@code MID(s FROM 1 FOR 2)}: the parser knows the words in SUBSTRING alone. */
    private void readMid(int name, int open) {
        if (parts.inside(open, "FROM") > 0) {
            parts.replace(name, "SUBSTRING");
        }
    }

    /** {@code JSON_VALUE(j, '$.a' RETURNING SIGNED DEFAULT 7 ON EMPTY DEFAULT 9 ON ERROR)}. */
    private void readJsonValue(int open) {
        int comma = parts.inside(open, ",");
        if (comma > 0 && tokens.isOneOf(comma + 2, BEHIND_PATH)) {
            parts.leaveOut(comma + 2, parts.closing(open) - 1);
        }
    }

    /** A table made of a document: the parser gets {@code UNNEST(document)}. */
    private void readJsonTable(int name, int open) {
        int comma = parts.inside(open, ",");
        if (comma > 0) {
            parts.replace(name, "UNNEST");
            parts.leaveOut(comma, parts.closing(open) - 1);
        }
    }
}
