package io.pinion.integration.values;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * A value in one of the forms that it may have on the wire.
 *
 * @param type the protocol's number, with 0x8000 for unsigned
 * @param bytes as they follow in the packet, their length included where the type has one
 */
record BoundForm(String name, int type, byte[] bytes, Sending sending) {
    static final int DECIMAL = 0x00;
    static final int TINY = 0x01;
    static final int SHORT = 0x02;
    static final int LONG = 0x03;
    static final int FLOAT = 0x04;
    static final int DOUBLE = 0x05;
    static final int NULL = 0x06;
    static final int TIMESTAMP = 0x07;
    static final int LONGLONG = 0x08;
    static final int DATE = 0x0A;
    static final int TIME = 0x0B;
    static final int DATETIME = 0x0C;
    static final int VARCHAR = 0x0F;
    static final int NEWDECIMAL = 0xF6;
    static final int BLOB = 0xFC;
    static final int VAR_STRING = 0xFD;
    static final int STRING = 0xFE;
    static final int UNSIGNED = 0x8000;

    /** The way of a value to the server. */
    enum Sending {
        IN_THE_PACKET,
        /** A bit of the bitmap. */
        AS_NULL,
        /** In pieces, by COM_STMT_SEND_LONG_DATA. */
        BEFORE
    }

    boolean isTime() {
        return switch (type) {
            case DATE, TIME, DATETIME, TIMESTAMP -> true;
            default -> false;
        };
    }

    boolean isMoment() {
        return isTime() && type != TIME;
    }

    /** A double that MySQL makes another integer of when it is a parameter. */
    boolean isBeyondIntegers() {
        return type == DOUBLE && name.matches(".*E(?:30|300)");
    }

    /** A number that servers may take for another one behind a sign, or for a year, than its literal. */
    boolean isOtherAsLiteral() {
        boolean decimal = type == DECIMAL || type == NEWDECIMAL;
        return (type & UNSIGNED) != 0
                || name.startsWith(Long.MIN_VALUE + " of 8")
                || name.startsWith("0 of ")
                || (decimal && (bytes.length > 17 || name.matches("'-?0(?:\\.0*)?' .*")));
    }

    /** A day of zeros, which has no bytes. */
    boolean isDayWithoutBytes() {
        return isMoment() && bytes.length == 1;
    }

    /** Bytes that are no text in UTF-8. */
    boolean isNoText() {
        return type == BLOB && name.contains("ff27");
    }

    /** A number in any form but a text's that isn't one. */
    boolean isNumber() {
        return sending == Sending.AS_NULL
                || switch (type & 0xFF) {
                    case TINY, SHORT, LONG, LONGLONG, FLOAT, DOUBLE, DECIMAL, NEWDECIMAL -> true;
                    default -> false;
                };
    }

    static BoundForm nothing(int type) {
        return new BoundForm("NULL of " + type, type, new byte[0], Sending.AS_NULL);
    }

    /** A whole number of 1, 2, 4 or 8 bytes. */
    static BoundForm whole(int type, long value) {
        int width =
                switch (type & 0xFF) {
                    case TINY -> 1;
                    case SHORT -> 2;
                    case LONG -> 4;
                    default -> 8;
                };
        byte[] wide = little(Long.BYTES).putLong(value).array();
        return sent(value + " of " + width + ((type & UNSIGNED) != 0 ? " unsigned" : ""), type, wide, width);
    }

    static BoundForm real(double value) {
        return sent("double " + value, DOUBLE, little(8).putDouble(value).array(), 8);
    }

    static BoundForm real(float value) {
        return sent("float " + value, FLOAT, little(4).putFloat(value).array(), 4);
    }

    static BoundForm text(int type, byte[] value) {
        return prefixed(shown(value) + " of " + type, type, value);
    }

    static BoundForm text(int type, String ascii) {
        return text(type, ascii.getBytes(StandardCharsets.US_ASCII));
    }

    /** Sent before, in two pieces. */
    static BoundForm longData(int type, byte[] value) {
        return new BoundForm("long data " + shown(value) + " of " + type, type, value, Sending.BEFORE);
    }

    /** @param bytes 0, 4, 7 or 11 of them: year, month, day; hour, minute, second; microseconds */
    static BoundForm moment(int type, int bytes, int... fields) {
        ByteBuffer out = little(11);
        out.putShort((short) fields[0]).put((byte) fields[1]).put((byte) fields[2]);
        out.put((byte) fields[3]).put((byte) fields[4]).put((byte) fields[5]).putInt(fields[6]);
        return temporal(type, out, bytes);
    }

    /** @param bytes 0, 8 or 12 of them: sign, days; hours, minutes, seconds; microseconds */
    static BoundForm time(int bytes, boolean negative, int... fields) {
        ByteBuffer out = little(12);
        out.put((byte) (negative ? 1 : 0)).putInt(fields[0]);
        out.put((byte) fields[1]).put((byte) fields[2]).put((byte) fields[3]).putInt(fields[4]);
        return temporal(TIME, out, bytes);
    }

    private static BoundForm temporal(int type, ByteBuffer all, int bytes) {
        byte[] value = new byte[bytes];
        all.get(0, value);
        return prefixed("temporal " + HexFormat.of().formatHex(value) + " of " + type, type, value);
    }

    private static BoundForm prefixed(String name, int type, byte[] value) {
        byte[] bytes = ByteBuffer.allocate(value.length + 1)
                .put((byte) value.length)
                .put(value)
                .array();
        return new BoundForm(name, type, bytes, Sending.IN_THE_PACKET);
    }

    private static BoundForm sent(String name, int type, byte[] wide, int width) {
        byte[] bytes = ByteBuffer.allocate(width).put(wide, 0, width).array();
        return new BoundForm(name, type, bytes, Sending.IN_THE_PACKET);
    }

    /** Behind the fixed part of COM_STMT_EXECUTE: the bitmap of NULLs, the types and the values. */
    static byte[] packed(List<BoundForm> values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] nulls = new byte[(values.size() + 7) / 8];
        for (int i = 0; i < values.size(); i++) {
            nulls[i / 8] |= (byte) (values.get(i).sending() == Sending.AS_NULL ? 1 << (i % 8) : 0);
        }
        out.writeBytes(nulls);
        out.write(1);
        for (BoundForm value : values) {
            out.write(value.type());
            out.write(value.type() >> 8);
        }
        for (BoundForm value : values) {
            if (value.sending() == Sending.IN_THE_PACKET) {
                out.writeBytes(value.bytes());
            }
        }
        return out.toByteArray();
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static String shown(byte[] value) {
        for (byte next : value) {
            if (next < ' ') {
                return "0x" + HexFormat.of().formatHex(value);
            }
        }
        return "'" + new String(value, StandardCharsets.US_ASCII) + "'";
    }

    @Override
    public String toString() {
        return name;
    }
}
