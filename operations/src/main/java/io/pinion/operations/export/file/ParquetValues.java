package io.pinion.operations.export.file;

import io.pinion.operations.server.stream.StreamedRow;
import java.math.BigInteger;
import java.util.Arrays;

/** The values of a page, which are there all, in the encoding PLAIN and in little-endian order. For one thread. */
final class ParquetValues {
    private static final int DECIMAL_BYTES = 16;
    private static final byte[] NOTHING = {};

    private final Appender appender;
    private byte[] bytes = NOTHING;
    private int length;

    ParquetValues(ValueType type) {
        this.appender = appender(type);
    }

    /** Takes a value as the server tells it, and answers whether the file has something for it. */
    @FunctionalInterface
    private interface Appender {
        boolean append(byte[] value, int from, int to);
    }

    /** Chosen once: a column has more values than there are types. */
    private Appender appender(ValueType type) {
        return switch (type) {
            case ValueType.Plain.INT32 -> (value, from, to) -> appendInt((int) TextOfNumbers.whole(value, from, to));
            case ValueType.Plain.INT64 -> (value, from, to) -> appendLong(TextOfNumbers.whole(value, from, to));
            case ValueType.Decimal(int precision, int scale) ->
                ParquetSchema.isLong(precision)
                        ? (value, from, to) -> appendLong(TextOfNumbers.whole(value, from, to))
                        : (value, from, to) -> appendDecimal(TextOfNumbers.digits(value, from, to));
            case ValueType.Plain.FLOAT32 ->
                (value, from, to) ->
                        appendInt(Float.floatToRawIntBits((float) TextOfNumbers.floating(value, from, to)));
            case ValueType.Plain.FLOAT64 ->
                (value, from, to) -> appendLong(Double.doubleToRawLongBits(TextOfNumbers.floating(value, from, to)));
            case ValueType.Plain.DATE -> (value, from, to) -> appendDay(TextOfNumbers.day(value, from));
            case ValueType.DateTime d -> (value, from, to) -> appendTime(TextOfNumbers.micros(value, from, to));
            case ValueType.Plain.TEXT -> this::appendBytes;
            case ValueType.Plain.BYTES -> this::appendBytes;
        };
    }

    /** Whether the file has something for a value that isn't NULL. */
    boolean append(StreamedRow row, int column) {
        return appender.append(row.bytes(column), row.from(column), row.to(column));
    }

    private boolean appendDay(long day) {
        return day != TextOfNumbers.NO_TIME && appendInt((int) day);
    }

    private boolean appendTime(long micros) {
        return micros != TextOfNumbers.NO_TIME && appendLong(micros);
    }

    private boolean appendInt(int value) {
        ensure(Integer.BYTES);
        length = put(bytes, length, value);
        return true;
    }

    private boolean appendLong(long value) {
        ensure(Long.BYTES);
        length = put(bytes, put(bytes, length, (int) value), (int) (value >>> Integer.SIZE));
        return true;
    }

    /** @return the place behind it */
    static int put(byte[] into, int at, int value) {
        into[at] = (byte) value;
        into[at + 1] = (byte) (value >>> 8);
        into[at + 2] = (byte) (value >>> 16);
        into[at + 3] = (byte) (value >>> 24);
        return at + Integer.BYTES;
    }

    /** In big-endian order, as the format has it for these. */
    private boolean appendDecimal(BigInteger value) {
        byte[] digits = value.toByteArray();
        ensure(DECIMAL_BYTES);
        Arrays.fill(bytes, length, length + DECIMAL_BYTES, (byte) (value.signum() < 0 ? -1 : 0));
        System.arraycopy(digits, 0, bytes, length + DECIMAL_BYTES - digits.length, digits.length);
        length += DECIMAL_BYTES;
        return true;
    }

    private boolean appendBytes(byte[] value, int from, int to) {
        int count = to - from;
        ensure(Integer.BYTES + count);
        length = put(bytes, length, count);
        System.arraycopy(value, from, bytes, length, count);
        length += count;
        return true;
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(
                    bytes, Math.max(length + more, Math.min(2 * bytes.length, 2 * ParquetColumn.PAGE_BYTES)));
        }
    }

    int length() {
        return length;
    }

    /** @return the place behind them */
    int copyTo(byte[] page, int at) {
        System.arraycopy(bytes, 0, page, at, length);
        return at + length;
    }

    void clear() {
        length = 0;
        if (bytes.length > 2 * ParquetColumn.PAGE_BYTES) {
            // Of a value that was longer than a page.
            bytes = NOTHING;
        }
    }
}
