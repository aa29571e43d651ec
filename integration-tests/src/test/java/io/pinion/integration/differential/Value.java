package io.pinion.integration.differential;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/**
 * One value of a statement: as a literal of its text, and as a parameter of an execution.
 *
 * @param type the parameter's type as the protocol numbers them
 * @param bytes the parameter as it is sent; nothing for NULL
 */
record Value(String literal, int type, boolean unsigned, byte[] bytes) {
    private static final int LONG = 0x03;
    private static final int DOUBLE = 0x05;
    private static final int NULL_TYPE = 0x06;
    private static final int LONGLONG = 0x08;
    private static final int TIME = 0x0B;
    private static final int DATETIME = 0x0C;
    private static final int NEWDECIMAL = 0xF6;
    private static final int BLOB = 0xFC;
    private static final int VAR_STRING = 0xFD;
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");

    static final Value NULL = new Value("NULL", NULL_TYPE, false, new byte[0]);

    boolean isNull() {
        return type == NULL_TYPE;
    }

    boolean isTime() {
        return type == TIME;
    }

    /** May its bytes be sent ahead of the execution? */
    boolean isLong() {
        return type == BLOB || type == VAR_STRING;
    }

    /** What {@link #bytes} is without its length. */
    byte[] content() {
        int header = bytes.length > 0xFA + 1 ? 3 : 1;
        byte[] content = new byte[bytes.length - header];
        System.arraycopy(bytes, header, content, 0, content.length);
        return content;
    }

    static Value integer(int value) {
        return new Value(
                Integer.toString(value), LONG, false, little(4).putInt(value).array());
    }

    static Value integer(long value) {
        return new Value(
                Long.toString(value), LONGLONG, false, little(8).putLong(value).array());
    }

    static Value unsigned(long value) {
        return new Value(
                Long.toUnsignedString(value),
                LONGLONG,
                true,
                little(8).putLong(value).array());
    }

    static Value real(double value) {
        return new Value(
                Double.toString(value),
                DOUBLE,
                false,
                little(8).putDouble(value).array());
    }

    static Value decimal(String digits) {
        return new Value(digits, NEWDECIMAL, false, counted(digits.getBytes(StandardCharsets.US_ASCII)));
    }

    static Value text(String text) {
        String quoted = text.replace("\\", "\\\\").replace("'", "''");
        return new Value("'" + quoted + "'", VAR_STRING, false, counted(text.getBytes(StandardCharsets.UTF_8)));
    }

    static Value blob(byte[] content) {
        return new Value("x'" + HexFormat.of().formatHex(content) + "'", BLOB, false, counted(content));
    }

    static Value dateTime(LocalDateTime when) {
        byte[] bytes = little(12)
                .put((byte) 11)
                .putShort((short) when.getYear())
                .put((byte) when.getMonthValue())
                .put((byte) when.getDayOfMonth())
                .put((byte) when.getHour())
                .put((byte) when.getMinute())
                .put((byte) when.getSecond())
                .putInt(when.getNano() / 1_000)
                .array();
        return new Value("'" + MICROS.format(when) + "'", DATETIME, false, bytes);
    }

    static Value time(int hours, int minutes, int seconds) {
        byte[] bytes = little(9)
                .put((byte) 8)
                .put((byte) 0)
                .putInt(hours / 24)
                .put((byte) (hours % 24))
                .put((byte) minutes)
                .put((byte) seconds)
                .array();
        return new Value("'%02d:%02d:%02d'".formatted(hours, minutes, seconds), TIME, false, bytes);
    }

    private static ByteBuffer little(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] counted(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (content.length <= 0xFA) {
            out.write(content.length);
        } else {
            out.write(0xFC);
            out.write(content.length);
            out.write(content.length >> 8);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
