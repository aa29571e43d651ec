package io.pinion.routing.merge;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * DOUBLEs as MySQL and MariaDB print them.
 *
 * <p>MariaDB 11.4.5 and MySQL 9.7.4 agree on 18,000 random numbers. Without fixed decimals they print the shortest text
 * that reads back as the same number. From 1e-15 up to, and without, 1e15 it is in plain digits ({@code
 * 0.000000000000001}, {@code 100000000000000}), and also above as long as it has a fraction ({@code
 * 4208127722210275.5}); otherwise it is {@code 1e15}, {@code 1.234567890123456e15}, {@code 1e-16}: no plus sign, no
 * zeros. The source says the same: {@code MAX_DECPT_FOR_F_FORMAT} in my_gcvt, strings/dtoa.c. With fixed decimals they
 * print the exact value rounded to them. CONCAT and the like print within 22 characters and differ from this.
 */
final class DoubleText {
    private static final int MAX_DIGITS_BEFORE_POINT = 15;
    private static final int MAX_ZEROS_AFTER_POINT = 14;

    private DoubleText() {}

    /**
     * Prints a number.
     *
     * @param value finite
     * @param decimals {@link CellType#NOT_FIXED}, or the number of digits behind the point
     */
    static byte[] of(double value, int decimals) {
        String text = decimals < CellType.NOT_FIXED
                ? new BigDecimal(value)
                        .setScale(decimals, RoundingMode.HALF_EVEN)
                        .toPlainString()
                : shortest(value);
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String shortest(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal shortest = withOneDigit(new BigDecimal(Double.toString(value)).stripTrailingZeros(), value);
        int digitsBeforePoint = shortest.precision() - shortest.scale();
        boolean hasFraction = shortest.scale() > 0;
        if (digitsBeforePoint >= -MAX_ZEROS_AFTER_POINT
                && (digitsBeforePoint <= MAX_DIGITS_BEFORE_POINT || hasFraction)) {
            return shortest.toPlainString();
        }
        String digits = shortest.unscaledValue().abs().toString();
        return (value < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() == 1 ? "" : "." + digits.substring(1))
                + "e"
                + (digitsBeforePoint - 1);
    }

    /**
     * Since JDK 19 Double.toString gives the shortest digits, but never fewer than two: {@code 4.9E-324} for 5e-324.
     */
    private static BigDecimal withOneDigit(BigDecimal shortest, double value) {
        if (shortest.precision() == 2) {
            BigDecimal digit = shortest.round(new MathContext(1));
            if (digit.doubleValue() == value) {
                return digit.stripTrailingZeros();
            }
        }
        return shortest;
    }
}
