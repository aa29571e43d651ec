package io.pinion.routing.catalog;

import java.util.Locale;
import java.util.Optional;

/**
 * A column of a logical table as MySQL's {@code SHOW COLUMNS} describes it.
 *
 * @param type the type as MySQL prints it, such as {@code bigint unsigned}
 * @param key {@code PRI}, {@code UNI}, {@code MUL} or empty
 * @param extra such as {@code auto_increment}, or empty
 * @param collation of a text column; empty when it is unknown or the column holds no text
 * @param comment empty when it has none or it is unknown
 * @param checkedJson it is MariaDB's JSON: a LONGTEXT that functions take for JSON because of its CHECK (json_valid(…))
 *     (MariaDB's manual, "JSON Data Type"); MySQL's has a type of its own
 */
public record Column(
        String name,
        String type,
        boolean nullable,
        String key,
        Optional<String> defaultValue,
        String extra,
        Optional<String> collation,
        String comment,
        boolean checkedJson) {

    public Column(
            String name,
            String type,
            boolean nullable,
            String key,
            Optional<String> defaultValue,
            String extra,
            Optional<String> collation,
            String comment) {
        this(name, type, nullable, key, defaultValue, extra, collation, comment, false);
    }

    public Column(
            String name,
            String type,
            boolean nullable,
            String key,
            Optional<String> defaultValue,
            String extra,
            Optional<String> collation) {
        this(name, type, nullable, key, defaultValue, extra, collation, "");
    }

    public Column(String name, String type, boolean nullable, String key, Optional<String> defaultValue, String extra) {
        this(name, type, nullable, key, defaultValue, extra, Optional.empty());
    }

    /** The first word of the type, in lower case: {@code bigint} of {@code BIGINT(20) UNSIGNED}. */
    public String typeWord() {
        return type.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9].*", "");
    }

    /** Whether servers number new rows by this column. */
    public boolean isNumbered() {
        return extra.toLowerCase(Locale.ROOT).contains("auto_increment");
    }

    public boolean isUnsigned() {
        return type.toLowerCase(Locale.ROOT).contains("unsigned");
    }

    /** Whether {@code SELECT *} leaves it out. */
    public boolean isInvisible() {
        return extra.toUpperCase(Locale.ROOT).contains("INVISIBLE");
    }

    public static Column of(String name, String type) {
        return new Column(name, type, true, "", Optional.empty(), "");
    }
}
