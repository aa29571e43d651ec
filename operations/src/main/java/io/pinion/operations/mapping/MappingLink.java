package io.pinion.operations.mapping;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A row of a mapping: one object has another.
 *
 * @param from as the server shows it; empty for NULL
 * @param to the same
 */
public record MappingLink(String from, String to) {
    private static final String NUMBER = "-?[0-9]{1,40}";

    /** The same in the other direction. */
    MappingLink reversed() {
        return new MappingLink(to, from);
    }

    /** The condition for the rows of a mapping that are this link; both names quoted. */
    String condition(String fromColumn, String toColumn) {
        return "(" + equal(fromColumn, from) + " AND " + equal(toColumn, to) + ")";
    }

    /**
     * The condition that a text is the link's other end. Servers would compare a text and a number as floating-point numbers.
     */
    String toIs(String text) {
        return text + " = " + bytes(to);
    }

    private static String equal(String column, String value) {
        return value.isEmpty() ? column + " IS NULL" : column + " = " + literal(value);
    }

    /** A column that is no integer may hold any text. */
    private static String literal(String value) {
        return value.matches(NUMBER) ? value : bytes(value);
    }

    private static String bytes(String value) {
        return "x'" + HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8)) + "'";
    }

    @Override
    public String toString() {
        return from + " → " + to;
    }
}
