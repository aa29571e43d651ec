package io.pinion.server.execution.answer;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.BinaryRow;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ColumnType;
import io.pinion.protocol.server.ServerError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts values from the text protocol to the binary protocol ("Binary Protocol Resultset Row" in the manual), for
 * prepared statements on several shards, which run as text, and for those that Pinion answers itself.
 */
public final class BinaryCells {
    /** The decimals of a DOUBLE that is shown with all its digits. */
    private static final int NOT_FIXED = 31;

    private final List<ColumnDefinition> columns;
    private final List<ColumnType> types;
    private final BitSet lossy = new BitSet();

    private BinaryCells(List<ColumnDefinition> columns) {
        this.columns = columns;
        this.types = columns.stream().map(ColumnDefinition::type).toList();
        for (int column = 0; column < columns.size(); column++) {
            lossy.set(column, isLossy(columns.get(column)));
        }
    }

    public static BinaryCells of(List<ColumnDefinition> columns) {
        return new BinaryCells(columns);
    }

    /** The error when values of these columns can't be converted; null when they can. */
    @Nullable
    public ServerError problem() {
        return lossy.isEmpty() ? null : problem(columns.get(lossy.nextSetBit(0)));
    }

    /** The error when a value of the row can't be converted, which NULL always can: arithmetic with it is a DOUBLE. */
    @Nullable
    public ServerError problem(byte[] @Nullable [] cells) {
        for (int column = lossy.nextSetBit(0); column >= 0; column = lossy.nextSetBit(column + 1)) {
            if (cells[column] != null) {
                return problem(columns.get(column));
            }
        }
        return null;
    }

    private static ServerError problem(ColumnDefinition column) {
        return new ServerError(
                ErrorCode.NOT_SUPPORTED_YET,
                "column '" + column.name() + "' is a " + column.type() + " that is shown with few digits, of which a"
                        + " prepared statement on several shards would lose the rest: select " + column.name()
                        + " + 0e0 AS " + column.name());
    }

    /** STDDEV of integers is shown with four digits only; a column DOUBLE(10, 4) stores no more than it shows. */
    private static boolean isLossy(ColumnDefinition column) {
        boolean rounded = column.type() == ColumnType.DOUBLE
                && column.decimals() < NOT_FIXED
                && column.originalName().isEmpty();
        return column.type() == ColumnType.FLOAT || rounded;
    }

    /** @throws IllegalArgumentException when a value's text doesn't fit its column's type */
    public BinaryRow row(byte[] @Nullable [] cells) {
        List<byte @Nullable []> values = new ArrayList<>(types.size());
        for (int column = 0; column < types.size(); column++) {
            byte[] cell = cells[column];
            values.add(cell == null ? null : value(types.get(column), cell));
        }
        return new BinaryRow(types, values);
    }

    public static ServerError unreadable(IllegalArgumentException e) {
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "a shard answered with a value that isn't of its column's type: " + e.getMessage());
    }

    private static byte[] value(ColumnType type, byte[] cell) {
        return switch (type) {
            case TINY -> littleEndian(1).put((byte) integer(cell)).array();
            case SHORT, YEAR -> littleEndian(2).putShort((short) integer(cell)).array();
            case LONG, INT24 -> littleEndian(4).putInt((int) integer(cell)).array();
            case LONGLONG -> littleEndian(8).putLong(integer(cell)).array();
            case FLOAT -> littleEndian(4).putFloat(Float.parseFloat(text(cell))).array();
            case DOUBLE ->
                littleEndian(8).putDouble(Double.parseDouble(text(cell))).array();
            case DATE, DATETIME, TIMESTAMP -> moment(text(cell));
            case TIME -> duration(text(cell));
            case DECIMAL,
                    NULL,
                    VARCHAR,
                    BIT,
                    VECTOR,
                    JSON,
                    NEWDECIMAL,
                    ENUM,
                    SET,
                    TINY_BLOB,
                    MEDIUM_BLOB,
                    LONG_BLOB,
                    BLOB,
                    VAR_STRING,
                    STRING,
                    GEOMETRY,
                    UNKNOWN -> cell;
        };
    }

    /** Signed or unsigned, up to 64 bits. */
    private static long integer(byte[] cell) {
        String text = text(cell);
        return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    }

    /** {@code 2026-11-20}, {@code 2026-11-20 17:31:00.250000}; the encoding leaves out trailing parts that are zero. */
    private static byte[] moment(String text) {
        int micros = micros(text);
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        boolean timed = text.length() > 10;
        int hour = timed ? number(text, 11, 13) : 0;
        int minute = timed ? number(text, 14, 16) : 0;
        int second = timed ? number(text, 17, 19) : 0;
        boolean hasTime = (hour | minute | second) != 0;
        int length = micros != 0 ? 11 : hasTime ? 7 : (year | month | day) != 0 ? 4 : 0;
        byte[] bytes = new byte[length];
        ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (length >= 4) {
            out.putShort((short) year).put((byte) month).put((byte) day);
        }
        if (length >= 7) {
            out.put((byte) hour).put((byte) minute).put((byte) second);
        }
        if (length == 11) {
            out.putInt(micros);
        }
        return bytes;
    }

    /** {@code -838:59:59.000000}. */
    private static byte[] duration(String text) {
        boolean negative = text.startsWith("-");
        String absolute = negative ? text.substring(1) : text;
        int colon = absolute.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("'" + text + "' is no TIME");
        }
        int hours = number(absolute, 0, colon);
        int minutes = number(absolute, colon + 1, colon + 3);
        int seconds = number(absolute, colon + 4, colon + 6);
        int micros = micros(absolute);
        int length = micros != 0 ? 12 : (hours | minutes | seconds) != 0 ? 8 : 0;
        byte[] bytes = new byte[length];
        ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (length >= 8) {
            out.put((byte) (negative ? 1 : 0))
                    .putInt(hours / 24)
                    .put((byte) (hours % 24))
                    .put((byte) minutes)
                    .put((byte) seconds);
        }
        if (length == 12) {
            out.putInt(micros);
        }
        return bytes;
    }

    private static int micros(String text) {
        int point = text.indexOf('.');
        return point < 0 ? 0 : Integer.parseInt((text.substring(point + 1) + "000000").substring(0, 6));
    }

    private static int number(String text, int from, int to) {
        if (to > text.length()) {
            throw new IllegalArgumentException("'" + text + "' is too short");
        }
        return Integer.parseInt(text.substring(from, to));
    }

    private static String text(byte[] cell) {
        return new String(cell, StandardCharsets.ISO_8859_1);
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
