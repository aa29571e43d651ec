package io.pinion.operations.transfer.binlog;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A DECIMAL in the binary log: nine digits in each four bytes, fewer at the outer ends, the first bit turned over, and
 * all bits of a negative number (MySQL's manual, "DECIMAL Data Type Characteristics").
 */
final class PackedDecimal {
    private static final int DIGITS = 9;

    /** The bytes for so many digits at an end. */
    private static final int[] BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

    private PackedDecimal() {}

    static int length(int precision, int scale) {
        return length(precision - scale) + length(scale);
    }

    private static int length(int digits) {
        return digits / DIGITS * 4 + BYTES[digits % DIGITS];
    }

    /** The number as a server prints it, with all digits of its scale. */
    static String text(byte[] packed, int precision, int scale) {
        byte[] bytes = packed.clone();
        boolean negative = bytes[0] >= 0;
        bytes[0] ^= (byte) 0x80;
        if (negative) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) ~bytes[i];
            }
        }
        int whole = precision - scale;
        StringBuilder digits = new StringBuilder();
        int at = digits(bytes, 0, whole % DIGITS, digits);
        for (int group = 0; group < whole / DIGITS; group++) {
            at = digits(bytes, at, DIGITS, digits);
        }
        for (int group = 0; group < scale / DIGITS; group++) {
            at = digits(bytes, at, DIGITS, digits);
        }
        digits(bytes, at, scale % DIGITS, digits);
        BigDecimal number = new BigDecimal(new BigInteger(digits.isEmpty() ? "0" : digits.toString()), scale);
        return (negative ? number.negate() : number).toPlainString();
    }

    /** @return the index behind */
    private static int digits(byte[] bytes, int from, int count, StringBuilder into) {
        long number = 0;
        int to = from + BYTES[count];
        for (int i = from; i < to; i++) {
            number = number << Byte.SIZE | (bytes[i] & 0xFF);
        }
        String text = Long.toString(number);
        if (count > 0) {
            into.append("0".repeat(Math.max(0, count - text.length()))).append(text);
        }
        return to;
    }
}
