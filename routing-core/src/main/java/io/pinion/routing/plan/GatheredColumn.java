package io.pinion.routing.plan;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.merge.Collations;
import io.pinion.routing.rewrite.SqlNames;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The way of a column's values from a shard into a temporary table elsewhere without a loss, whatever character set,
 * time zone and sql_mode the session has.
 *
 * @param name as the table has it
 * @param definition of the temporary table's column, behind its name
 * @param before the text before the column's name in the shard's select item
 * @param after the text behind it
 * @param form of the literal that the answer becomes
 */
public record GatheredColumn(String name, String definition, String before, String after, Form form) {

    private static final Pattern MEMBER = Pattern.compile("'(?:[^']|'')*+'");

    private static final Pattern INTEGER =
            Pattern.compile("(?i)((?:tiny|small|medium|big)?+int)(?:\\(\\d++\\))?+( unsigned)?+(?: zerofill)?+"
                    + "(?: NOT)?+ NULL(?: PRIMARY KEY)?+");

    /**
     * Without CHAR, and without a collation by bytes that pads: hashes lose some of their values that differ in spaces
     * at the end only (measured on MariaDB 11.4).
     */
    private static final Pattern TEXT = Pattern.compile(
            "(?i)(varchar\\(\\d++\\) CHARACTER SET \\w++ COLLATE \\w++(?<=_ci|_cs|_nopad_bin))(?: NOT)?+ NULL");

    /** Of a SET, from which servers make a DOUBLE to compute with it: so many bits are exact. */
    private static final int MOST_MEMBERS = 53;

    /** The literal's form in an INSERT. */
    public enum Form {
        /** The answer's text unchanged. */
        NUMBER,
        /** With an exponent: {@code -0} would be an integer, which has no sign. */
        FLOATING,
        /** In quotes; no character needs escaping. */
        QUOTED,
        /** {@code x'…'}: the bytes in the column's own character set. */
        BYTES,
        /** {@code _utf8mb4 x'…'}, as JSON needs. */
        UTF8,
        /**
         * Seconds since 1970, since two moments have the same text as TIMESTAMP when summer time ends; 0 is the zero
         * date.
         */
        INSTANT
    }

    /** The shard's select item for the column. */
    public String selected(String column) {
        return before + column + after;
    }

    /**
     * An object's id, as clients know it.
     *
     * @param local the column of its local part
     */
    public static GatheredColumn id(Column local) {
        String type = local.isUnsigned() ? "BIGINT UNSIGNED" : "BIGINT";
        return new GatheredColumn("id", type + " NOT NULL PRIMARY KEY", "", "", Form.NUMBER);
    }

    /** Empty when values of the type can't be copied without a loss. */
    public static Optional<GatheredColumn> of(Column column) {
        String nullness = column.nullable() ? " NULL" : " NOT NULL";
        String plain = column.type() + nullness;
        return switch (column.typeWord()) {
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "decimal", "numeric", "year" ->
                Optional.of(new GatheredColumn(column.name(), plain, "", "", Form.NUMBER));
            case "double", "real" -> Optional.of(new GatheredColumn(column.name(), plain, "", "", Form.FLOATING));
            case "float" -> Optional.of(new GatheredColumn(column.name(), plain, "", " * 1e0", Form.FLOATING));
            case "bit" -> Optional.of(new GatheredColumn(column.name(), plain, "", " + 0", Form.NUMBER));
            case "enum" -> numbered(column, nullness);
            case "set" ->
                MEMBER.matcher(column.type()).results().count() > MOST_MEMBERS
                        ? Optional.empty()
                        : numbered(column, nullness);
            case "date", "datetime", "time" ->
                Optional.of(new GatheredColumn(column.name(), plain, "", "", Form.QUOTED));
            case "timestamp" ->
                Optional.of(new GatheredColumn(column.name(), plain, "UNIX_TIMESTAMP(", ")", Form.INSTANT));
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" ->
                text(column)
                        .map(text -> new GatheredColumn(
                                column.name(),
                                text + nullness + jsonCheck(column),
                                "CAST(",
                                " AS BINARY)",
                                Form.BYTES));
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
                Optional.of(new GatheredColumn(column.name(), plain, "", "", Form.BYTES));
            case "json" ->
                Optional.of(new GatheredColumn(
                        column.name(), plain, "CAST(CONVERT(", " USING utf8mb4) AS BINARY)", Form.UTF8));
            case "uuid", "inet4", "inet6" ->
                Optional.of(new GatheredColumn(column.name(), plain, "CAST(", " AS CHAR)", Form.QUOTED));
            default -> Optional.empty();
        };
    }

    /**
     * The type, if its values are equal where their hashes are: an integer's, or a text's with its length and collation.
     * Two columns of it are compared without a conversion.
     */
    public Optional<String> hashedType() {
        Matcher integer = INTEGER.matcher(definition);
        if (integer.matches()) {
            String sign = integer.group(2) == null ? "" : integer.group(2);
            return Optional.of((integer.group(1) + sign).toLowerCase(Locale.ROOT));
        }
        Matcher text = TEXT.matcher(definition);
        return text.matches() ? Optional.of(text.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    private static Optional<GatheredColumn> numbered(Column column, String nullness) {
        return text(column).map(text -> new GatheredColumn(column.name(), text + nullness, "", " + 0", Form.NUMBER));
    }

    /** A CHECK without which JSON functions would take the values for texts and quote them. */
    private static String jsonCheck(Column column) {
        return column.checkedJson() ? " CHECK (json_valid(" + SqlNames.quoted(column.name()) + "))" : "";
    }

    private static Optional<String> text(Column column) {
        return column.collation()
                .filter(collation -> !collation.isEmpty())
                .map(collation -> column.type() + " CHARACTER SET " + Collations.characterSet(collation) + " COLLATE "
                        + collation);
    }
}
