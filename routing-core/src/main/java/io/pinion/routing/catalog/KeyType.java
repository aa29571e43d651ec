package io.pinion.routing.catalog;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The type of a hashed key column. A hash needs one text for all values that a server takes for equal: of an ENUM 'b'
 * and 2 are equal, of a DECIMAL 1.5 and 1.50, of a DATE '2026-1-2' and 20260102.
 */
public enum KeyType {
    /** The hash takes their digits. */
    INTEGER,
    /** The hash takes their characters. */
    TEXT,
    /** The hash takes their bytes. */
    BYTES,
    /** No hash: equal values have several texts. */
    NONE;

    private static final Pattern BEHIND_NAME = Pattern.compile("[^a-z0-9].*", Pattern.DOTALL);

    /** The advice in messages about a column that is {@link #NONE}. */
    public static final String CURE = "use text, bytes or an integer as key";

    /** @param type as it is declared or as a server prints it: {@code VARCHAR(45)}, {@code bigint unsigned} */
    public static KeyType of(String type) {
        return switch (BEHIND_NAME.matcher(type.toLowerCase(Locale.ROOT)).replaceFirst("")) {
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint" -> INTEGER;
            case "char", "varchar", "nchar", "nvarchar", "tinytext", "text", "mediumtext", "longtext" -> TEXT;
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> BYTES;
            default -> NONE;
        };
    }
}
