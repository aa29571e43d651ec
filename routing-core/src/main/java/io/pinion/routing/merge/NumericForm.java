package io.pinion.routing.merge;

/**
 * Integers and DECIMALs of any size as bytes in their order: the sign, the number of digits before the point, then the
 * digits without zeros at either end. No arithmetic, so no number is too large.
 */
final class NumericForm {
    private static final int NEGATIVE = 0;
    private static final int ZERO = 1;
    private static final int POSITIVE = 2;
    /** The end mark is less than any digit, so that 1.2 is less than 1.23. */
    private static final int END = 0;

    private NumericForm() {}

    /**
     * Writes a number.
     *
     * @param text as MySQL prints it: {@code -}, digits, and perhaps a point with digits
     * @throws NumberFormatException for anything else
     */
    static void write(byte[] text, KeyBuffer out) {
        boolean negative = text.length > 0 && text[0] == '-';
        int from = negative ? 1 : 0;
        int point = text.length;
        int first = -1;
        int last = -1;
        for (int i = from; i < text.length; i++) {
            byte character = text[i];
            if (character == '.' && point == text.length) {
                point = i;
            } else if (character < '0' || character > '9') {
                throw new NumberFormatException("a number was expected, at " + i + " is the byte " + character);
            } else if (character != '0') {
                first = first < 0 ? i : first;
                last = i;
            }
        }
        if (from == text.length) {
            throw new NumberFormatException("a number was expected, there is no digit");
        }
        if (first < 0) {
            out.put(ZERO);
            return;
        }
        out.put(negative ? NEGATIVE : POSITIVE);
        int start = out.length();
        // 123.4 has 3 digits before the point, 0.01 has -1; an offset makes these compare as unsigned.
        int digitsBeforePoint = first < point ? point - first : point - first + 1;
        out.putInt(digitsBeforePoint ^ Integer.MIN_VALUE);
        for (int i = first; i <= last; i++) {
            if (i != point) {
                out.put(text[i]);
            }
        }
        out.put(END);
        if (negative) {
            out.invertFrom(start);
        }
    }
}
