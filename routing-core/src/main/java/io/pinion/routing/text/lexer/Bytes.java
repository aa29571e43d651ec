package io.pinion.routing.text.lexer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The meaning of single bytes in SQL, and words of eight of them. */
public final class Bytes {
    private static final byte BLANK = 1;
    private static final byte LETTER = 2;
    private static final byte DIGIT = 4;
    private static final byte HEX = 8;
    private static final byte[] CLASSES = classes();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Bytes() {}

    private static byte[] classes() {
        byte[] classes = new byte[256];
        for (char blank : new char[] {' ', '\t', '\n', '\r', 0x0B, '\f'}) {
            classes[blank] = BLANK;
        }
        for (int value = 0; value < 256; value++) {
            boolean letter = (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z');
            if (letter || value == '_' || value == '$' || value >= 0x80) {
                classes[value] |= LETTER;
            }
            if (value >= '0' && value <= '9') {
                classes[value] |= DIGIT | HEX;
            }
            if ((value >= 'a' && value <= 'f') || (value >= 'A' && value <= 'F')) {
                classes[value] |= HEX;
            }
        }
        return classes;
    }

    /** @param value a byte, signed or not; -1 (no byte) counts as 0xFF only where that is harmless: see callers */
    public static boolean isBlank(int value) {
        return CLASSES[value & 0xFF] == BLANK;
    }

    /** True for bytes that may begin an unquoted name: letters, underscore, dollar, every byte above ASCII. */
    static boolean isLetter(int value) {
        return (CLASSES[value & 0xFF] & LETTER) != 0;
    }

    public static boolean isWord(int value) {
        return (CLASSES[value & 0xFF] & (LETTER | DIGIT)) != 0;
    }

    static boolean isDigit(int value) {
        return (CLASSES[value & 0xFF] & DIGIT) != 0;
    }

    static boolean isHexDigit(int value) {
        return (CLASSES[value & 0xFF] & HEX) != 0;
    }

    public static boolean isAscii(byte[] text) {
        for (byte value : text) {
            if (value < 0) {
                return false;
            }
        }
        return true;
    }

    public static long longAt(byte[] text, int at) {
        return (long) LONGS.get(text, at);
    }

    /** Up to eight bytes from {@code from}, the first one lowest, zeros above; never reads outside the array. */
    public static long partialLong(byte[] text, int from, int length) {
        if (length >= 8) {
            return longAt(text, from);
        }
        if (from + 8 <= text.length) {
            return longAt(text, from) & ((1L << (length << 3)) - 1);
        }
        long value = 0;
        for (int index = length - 1; index >= 0; index--) {
            value = (value << 8) | (text[from + index] & 0xFF);
        }
        return value;
    }
}
