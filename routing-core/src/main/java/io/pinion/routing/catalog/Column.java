package io.pinion.routing.catalog;

import java.util.Optional;

/**
 * A column of a logical table as MySQL's {@code SHOW COLUMNS} describes it.
 *
 * @param type the type as MySQL prints it, such as {@code bigint unsigned}
 * @param key {@code PRI}, {@code UNI}, {@code MUL} or empty
 * @param extra such as {@code auto_increment}, or empty
 */
public record Column(
        String name, String type, boolean nullable, String key, Optional<String> defaultValue, String extra) {

    public static Column of(String name, String type) {
        return new Column(name, type, true, "", Optional.empty(), "");
    }
}
