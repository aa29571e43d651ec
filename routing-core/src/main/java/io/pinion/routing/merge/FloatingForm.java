package io.pinion.routing.merge;

import java.nio.charset.StandardCharsets;

/** DOUBLEs as bytes in their order: IEEE 754 bits, turned so that they compare as unsigned. */
final class FloatingForm {
    private FloatingForm() {}

    /** Writes a number from its text; throws a NumberFormatException when it is none. */
    static void write(byte[] text, KeyBuffer out) {
        // -0 + 0 is 0, and no other value changes.
        write(valueOf(text) + 0.0, out);
    }

    /** As {@link #write}, but -0 is less than 0. */
    static void writeSigned(byte[] text, KeyBuffer out) {
        write(valueOf(text), out);
    }

    private static double valueOf(byte[] text) {
        return Double.parseDouble(new String(text, StandardCharsets.ISO_8859_1));
    }

    private static void write(double value, KeyBuffer out) {
        long bits = Double.doubleToLongBits(value);
        out.putLong(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
    }
}
