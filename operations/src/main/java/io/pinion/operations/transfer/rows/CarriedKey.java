package io.pinion.operations.transfer.rows;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A row of an imported table: the values of its primary key, as literals. */
public record CarriedKey(String table, List<String> key) {
    /** That of a column of Unicode, or of a part of it. */
    private static final Pattern TEXT = Pattern.compile("_(?:utf8mb4|utf8mb3|utf8|ascii) x'((?:[0-9a-f]{2})*)'");

    private static final char REPLACEMENT = '\ufffd';

    public CarriedKey {
        key = List.copyOf(key);
    }

    /** The key as people read it. */
    public String words() {
        return key.stream().map(CarriedKey::words).collect(Collectors.joining(", "));
    }

    /** A literal as people read it: text where it has no character that they don't see. */
    static String words(String literal) {
        Matcher text = TEXT.matcher(literal);
        if (!text.matches()) {
            return literal;
        }
        String read = new String(HexFormat.of().parseHex(text.group(1)), StandardCharsets.UTF_8);
        return read.codePoints().allMatch(CarriedKey::isSeen) ? "'" + read.replace("'", "''") + "'" : literal;
    }

    private static boolean isSeen(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> character == ' ';
            // A backslash means itself or not, depending on sql_mode; the other stands for bytes that are no text.
            default -> character != '\\' && character != REPLACEMENT;
        };
    }

    @Override
    public String toString() {
        return table + " (" + words() + ")";
    }
}
