package io.pinion.routing.catalog;

import java.util.Locale;

/**
 * What the values of a hashed key column are, by the column's type. A hash needs one text for all values that a server takes
 * for equal: of an ENUM 'b' and 2 are equal, of a DECIMAL 1.5 and 1.50, of a DATE '2026-1-2' and 20260102.
 */
public enum KeyType {
    /** Their digits are hashed. */
    INTEGER,
    /** Their characters are hashed. */
    TEXT,
    /** They are hashed as they are. */
    BYTES,
    /** They have several texts. */
    NONE;

    /** What a column can be that isn't {@link #NONE}, in messages. */
    public static final String CURE = "use text, bytes or an integer as key";

    /** @param type as it is declared or as a server prints it: {@code VARCHAR(45)}, {@code bigint unsigned} */
    public static KeyType of(String type) {
        return switch (type.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9].*", "")) {
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint" -> INTEGER;
            case "char", "varchar", "nchar", "nvarchar", "tinytext", "text", "mediumtext", "longtext" -> TEXT;
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> BYTES;
            default -> NONE;
        };
    }
}
