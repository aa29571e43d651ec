package io.pinion.server.execution.dml;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ColumnType;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.ReadThenWriteChange;
import io.pinion.routing.text.HexLiteral;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes cells of a result as literals of the same type and value, so that a column stores them like the cells
 * themselves. Refuses columns whose text lacks a part of the value.
 */
final class CarriedCells {
    /** The decimals of a DOUBLE that is shown with all its digits. */
    private static final int NOT_FIXED = 31;

    private static final int BINARY = 63;

    private static final Set<String> NAMES_CHOICES =
            Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set");

    private final List<Form> forms = new ArrayList<>();
    private final List<String> charsets = new ArrayList<>();
    private @Nullable ServerError problem;

    /**
     * Properties of the session and the query that decide whether texts show whole values.
     *
     * @param fixedZone the session's time zone has no summer time
     * @param unconverted text comes in the character set of its column
     * @param unshownDigits a DECIMAL that the query computes may have more digits than servers show
     */
    record Terms(boolean fixedZone, boolean unconverted, boolean unshownDigits) {}

    /** The literal for a cell. */
    private enum Form {
        NUMBER,
        DOUBLE,
        TEXT,
        BYTES,
        DATE,
        TIME,
        TIMESTAMP
    }

    /** @param types of the target columns: first words, in lower case, or empty */
    CarriedCells(List<ColumnDefinition> columns, List<String> types, Terms session) {
        for (int i = 0; i < columns.size(); i++) {
            ColumnDefinition column = columns.get(i);
            String refusal = refusal(column, i < types.size() ? types.get(i) : "", session);
            Form form = form(column);
            if (refusal != null || form == null) {
                problem = new ServerError(
                        ErrorCode.NOT_SUPPORTED_YET,
                        "values that this statement reads are carried from shard to shard, and column '"
                                + ReadThenWriteChange.columnOf(column.name())
                                + "' " + (refusal == null ? "of type " + column.type() + " can't be" : refusal));
                return;
            }
            forms.add(form);
            String characterSet = characterSet(column.collationId());
            charsets.add(characterSet == null ? "utf8mb4" : characterSet);
        }
    }

    /** The error when cells of these columns can't be written; null when they can. */
    @Nullable
    ServerError problem() {
        return problem;
    }

    private static @Nullable String refusal(ColumnDefinition column, String type, Terms session) {
        boolean choice = column.type() == ColumnType.ENUM
                || column.type() == ColumnType.SET
                || (column.flags() & (ColumnDefinition.ENUM_FLAG | ColumnDefinition.SET_FLAG)) != 0;
        if (choice && !NAMES_CHOICES.contains(type)) {
            return "is an ENUM or a SET, whose names only a text column or another ENUM takes: select it + 0";
        }
        return switch (column.type()) {
            case DECIMAL, NEWDECIMAL ->
                session.unshownDigits() && isComputed(column)
                        ? "may be an AVG, or a quotient on MariaDB, of which servers keep more digits than they show:"
                                + " write CAST(… AS DECIMAL(20, 4)), or ROUND"
                        : null;
            case FLOAT -> "is a FLOAT, which is shown with few digits: select it + 0e0";
            case DOUBLE ->
                column.decimals() < NOT_FIXED && isComputed(column)
                        ? "is a DOUBLE that is shown with few digits: select it + 0e0"
                        : null;
            case TIMESTAMP ->
                session.fixedZone()
                        ? null
                        : "is a TIMESTAMP, whose text may be that of two moments when summer time ends: SET time_zone ="
                                + " '+00:00' first";
            case BIT -> type.equals("bit") ? null : "is a BIT, which only a BIT column takes as it is: select it + 0";
            case VARCHAR, VAR_STRING, STRING, TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB ->
                column.collationId() == BINARY || comesWhole(column, session)
                        ? null
                        : "doesn't come in a character set that holds all that it may hold: SET NAMES utf8mb4 first";
            default -> null;
        };
    }

    /** Whether the query computes the column. Columns of derived tables have no database either. */
    private static boolean isComputed(ColumnDefinition column) {
        return column.schema().isEmpty();
    }

    private static boolean comesWhole(ColumnDefinition column, Terms session) {
        String characterSet = characterSet(column.collationId());
        return characterSet != null && (session.unconverted() || characterSet.equals("utf8mb4"));
    }

    /**
     * The character set of a text column, by the number of one of its collations in MySQL or MariaDB; null for those
     * that can't be written here.
     */
    private static @Nullable String characterSet(int collation) {
        boolean utf8 = (collation >= 224 && collation <= 247)
                || (collation >= 255 && collation <= 323)
                || (collation >= 2304 && collation <= 2559);
        if (utf8) {
            return "utf8mb4";
        }
        return switch (collation) {
            case 45, 46, 608, 1069, 1070, 1248, 1270 -> "utf8mb4";
            case 5, 8, 15, 31, 47, 48, 49, 94 -> "latin1";
            case 11, 65 -> "ascii";
            case 33, 83 -> "utf8mb3";
            default -> null;
        };
    }

    private static @Nullable Form form(ColumnDefinition column) {
        return switch (column.type()) {
            case TINY, SHORT, LONG, INT24, LONGLONG, YEAR, DECIMAL, NEWDECIMAL, NULL -> Form.NUMBER;
            case DOUBLE -> Form.DOUBLE;
            case DATE -> Form.DATE;
            case TIME -> Form.TIME;
            case DATETIME, TIMESTAMP -> Form.TIMESTAMP;
            case JSON, ENUM, SET -> Form.TEXT;
            case BIT -> Form.BYTES;
            case VARCHAR, VAR_STRING, STRING, TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB ->
                column.collationId() == BINARY ? Form.BYTES : Form.TEXT;
            case FLOAT, GEOMETRY, VECTOR, UNKNOWN -> null;
        };
    }

    /** Adds {@code (…)} to a list of rows. */
    void append(StringBuilder sql, byte[] @Nullable [] cells) {
        for (int i = 0; i < cells.length; i++) {
            sql.append(i == 0 ? "(" : ", ");
            append(sql, i, cells[i]);
        }
        sql.append(')');
    }

    /** Adds the cell of one column, in ASCII or with one ISO 8859-1 character for each byte. */
    void append(StringBuilder sql, int column, byte @Nullable [] cell) {
        if (cell == null) {
            sql.append("NULL");
        } else {
            append(sql, forms.get(column), charsets.get(column), cell);
        }
    }

    private static void append(StringBuilder sql, Form form, String charset, byte[] cell) {
        String text = new String(cell, StandardCharsets.ISO_8859_1);
        switch (form) {
            case NUMBER -> sql.append(text);
            case DOUBLE -> sql.append(text).append(text.indexOf('e') < 0 ? "e0" : "");
            case BYTES -> sql.append(HexLiteral.ofBytes(cell));
            // The bytes are the same in utf8mb4, and MySQL warns of a literal in utf8mb3: 1287, and 3719 of "utf8".
            case TEXT -> sql.append(HexLiteral.unlessPlain(charset.equals("utf8mb3") ? "utf8mb4" : charset, cell));
            case DATE -> moment(sql, "DATE", text);
            case TIME -> moment(sql, "TIME", text);
            case TIMESTAMP -> moment(sql, "TIMESTAMP", text);
        }
    }

    /**
     * A date such as 0000-00-00 has no typed literal, but a column takes it as text if the session's sql_mode allows.
     */
    private static void moment(StringBuilder sql, String word, String text) {
        boolean none = !word.equals("TIME") && (text.startsWith("0000") || text.contains("-00"));
        sql.append(none ? "" : word).append('\'').append(text).append('\'');
    }
}
