package io.pinion.routing.merge;

import java.nio.charset.StandardCharsets;

/** DOUBLEs as bytes in their order: IEEE 754 bits, turned so that they compare as unsigned. */
final class FloatingForm {
    private FloatingForm() {}

    /** Writes a number from its text; throws a NumberFormatException when it is none. */
    static void write(byte[] text, KeyBuffer out) {
        double value = Double.parseDouble(new String(text, StandardCharsets.ISO_8859_1));
        // -0 + 0 is 0, and no other value changes.
        long bits = Double.doubleToLongBits(value + 0.0);
        out.putLong(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
    }
}
