package io.pinion.operations.copy;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.SqlText;
import java.util.Set;

/**
 * A column, and how its values are carried without a change.
 *
 * @param type as in information_schema, such as {@code varchar}
 * @param charset of its characters; empty when it has none
 * @param generated whether the server computes it
 * @param expression that has the value where the table has no such column; empty for the column itself
 */
public record ColumnShape(String name, String type, String charset, boolean generated, String expression) {
    /** Types whose text is their value, in ASCII. A server would take bytes for numbers, not for their text. */
    private static final Set<String> OF_TEXT = Set.of(
            "tinyint",
            "smallint",
            "mediumint",
            "int",
            "bigint",
            "decimal",
            "double",
            "float",
            "date",
            "datetime",
            "timestamp",
            "time",
            "year",
            "enum",
            "set");

    /** Types whose bytes are their value in both products. */
    private static final Set<String> OF_BYTES = Set.of(
            "bit",
            "char",
            "varchar",
            "binary",
            "varbinary",
            "tinytext",
            "text",
            "mediumtext",
            "longtext",
            "tinyblob",
            "blob",
            "mediumblob",
            "longblob");

    private static final Set<String> OF_SPACE = Set.of(
            "geometry",
            "point",
            "linestring",
            "polygon",
            "multipoint",
            "multilinestring",
            "multipolygon",
            "geometrycollection",
            "geomcollection");

    public ColumnShape(String name, String type, String charset, boolean generated) {
        this(name, type, charset, generated, "");
    }

    /** The same column under another name. */
    public ColumnShape named(String other) {
        return new ColumnShape(other, type, charset, generated, expression);
    }

    /** A column of the same type that a query computes, in Unicode if it has characters. */
    public ColumnShape computed(String by) {
        return new ColumnShape(name, type, charset, generated, by);
    }

    String quoted() {
        return SqlText.quoteName(name);
    }

    /**
     * Whether a value is read as its number: the text of an ENUM may be another value's number, or empty for the error
     * value.
     */
    public boolean isNumbered() {
        return type.equals("enum") || type.equals("set");
    }

    /** Whether the value that is read is ASCII text, to be inserted as text; otherwise it is bytes. */
    boolean isText() {
        return OF_TEXT.contains(type);
    }

    /** Whether the bytes that are read are those of characters or of a BLOB: no number, and no form of the server's. */
    boolean hasBytesOfItsOwn() {
        return OF_BYTES.contains(type) && !type.equals("bit");
    }

    /** Whether values can be carried at all. */
    public boolean isKnown(Dialect dialect) {
        return isText()
                || OF_BYTES.contains(type)
                || OF_SPACE.contains(type)
                || dialect.typesOfCharacters().contains(type)
                || type.equals("vector");
    }

    /** The expression to select. */
    public String read() {
        if (!expression.isEmpty()) {
            return charset.isEmpty() ? expression : "CONVERT(" + expression + " USING " + charset + ")";
        }
        if (isNumbered()) {
            return "CAST(" + quoted() + " AS UNSIGNED)";
        }
        // The server prints a FLOAT with six digits, and the value has more.
        return type.equals("float") ? "CAST(" + quoted() + " AS DOUBLE)" : quoted();
    }

    /** The expression for a checksum: a text or bytes that only equal values have. */
    public String digest() {
        if (type.equals("bit")) {
            return "CAST(" + quoted() + " AS UNSIGNED)";
        }
        if (type.equals("json")) {
            // A server prints 9.90 for a decimal that JSON_SET has made; a copy is read from that text, and prints 9.9.
            return "CAST(CONVERT(" + quoted() + " USING utf8mb4) AS JSON)";
        }
        return isShownInHex() ? "HEX(" + quoted() + ")" : read();
    }

    /** Whether only the digits of its bytes tell values apart. */
    private boolean isShownInHex() {
        return OF_SPACE.contains(type) || type.equals("vector");
    }

    /** The expression to insert, with a parameter for the value that was read. */
    String write(Dialect dialect) {
        if (isNumbered()) {
            return "CAST(? AS UNSIGNED)";
        }
        return dialect.typesOfCharacters().contains(type) ? "CONVERT(? USING utf8mb4)" : "?";
    }
}
