package io.pinion.routing.merge;

/** TIME values as bytes in their order: signed microseconds. */
final class TimeForm {
    private static final int FRACTION_DIGITS = 6;

    private TimeForm() {}

    /**
     * Writes a TIME.
     *
     * @param text {@code -838:59:59.123456}; the sign, and the fraction or some of its digits, may be missing
     * @throws NumberFormatException for anything else
     */
    static void write(byte[] text, KeyBuffer out) {
        out.putLong(micros(text) ^ Long.MIN_VALUE);
    }

    private static long micros(byte[] text) {
        boolean negative = text.length > 0 && text[0] == '-';
        long seconds = 0;
        long part = 0;
        int colons = 0;
        int fractionDigits = -1;
        for (int i = negative ? 1 : 0; i < text.length; i++) {
            byte character = text[i];
            if (character >= '0' && character <= '9') {
                part = part * 10 + (character - '0');
                fractionDigits += fractionDigits < 0 ? 0 : 1;
            } else if (character == ':' && fractionDigits < 0) {
                seconds = (seconds + part) * 60;
                part = 0;
                colons++;
            } else if (character == '.' && fractionDigits < 0) {
                seconds += part;
                part = 0;
                fractionDigits = 0;
            } else {
                throw new NumberFormatException("a TIME was expected, at " + i + " is the byte " + character);
            }
        }
        if (colons != 2 || fractionDigits > FRACTION_DIGITS) {
            throw new NumberFormatException(
                    "a TIME was expected, with two colons and at most six digits of a fraction");
        }
        long micros = fractionDigits < 0
                ? (seconds + part) * 1_000_000
                : seconds * 1_000_000 + part * powerOfTen(FRACTION_DIGITS - fractionDigits);
        return negative ? -micros : micros;
    }

    private static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
