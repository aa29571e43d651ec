package io.pinion.operations.export.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;

/** Reads numbers and times as servers write them, from their bytes: nothing is allocated for a value. */
public final class TextOfNumbers {
    /** What stands for a time that no calendar has, such as {@code 0000-00-00}. */
    static final long NO_TIME = Long.MIN_VALUE;

    private static final int TIME_LENGTH = 19;
    private static final long SECONDS_OF_DAY = 86_400;
    private static final long MICROS = 1_000_000;

    private TextOfNumbers() {}

    /**
     * A whole number, or the digits of a decimal without their point; at most 18 of these.
     *
     * @param to exclusive
     */
    public static long whole(byte[] text, int from, int to) {
        int at = from < to && text[from] == '-' ? from + 1 : from;
        long number = 0;
        for (int i = at; i < to; i++) {
            int digit = text[i] - '0';
            if (digit >= 0 && digit <= 9) {
                number = number * 10 + digit;
            } else if (text[i] != '.') {
                throw noNumber(text, from, to);
            }
        }
        return at == from ? number : -number;
    }

    private static NumberFormatException noNumber(byte[] text, int from, int to) {
        return new NumberFormatException("'" + new String(text, from, to - from, ISO_8859_1) + "' is no number");
    }

    /** The digits of a decimal of any length without their point. */
    static BigInteger digits(byte[] text, int from, int to) {
        return new BigInteger(new String(text, from, to - from, US_ASCII).replace(".", ""));
    }

    static double floating(byte[] text, int from, int to) {
        return Double.parseDouble(new String(text, from, to - from, US_ASCII));
    }

    /** The days since 1970-01-01; {@link #NO_TIME} for what is no day. */
    static long day(byte[] text, int from) {
        int year = part(text, from, 4);
        int month = part(text, from + 5, 2);
        int day = part(text, from + 8, 2);
        if (month < 1 || month > 12 || day < 1) {
            return NO_TIME;
        }
        try {
            return LocalDate.of(year, month, day).toEpochDay();
        } catch (DateTimeException invalid) {
            // Such as February 31st, which ALLOW_INVALID_DATES lets in.
            return NO_TIME;
        }
    }

    /** The microseconds since 1970-01-01 00:00:00; {@link #NO_TIME} for what is no time. */
    static long micros(byte[] text, int from, int to) {
        long day = day(text, from);
        if (day == NO_TIME) {
            return NO_TIME;
        }
        long seconds = day * SECONDS_OF_DAY
                + part(text, from + 11, 2) * 3600L
                + part(text, from + 14, 2) * 60L
                + part(text, from + 17, 2);
        long micros = 0;
        int point = from + TIME_LENGTH;
        for (int at = point + 1; at <= point + 6; at++) {
            micros = micros * 10 + (at < to ? part(text, at, 1) : 0);
        }
        return seconds * MICROS + micros;
    }

    private static int part(byte[] text, int from, int digits) {
        int number = 0;
        for (int at = from; at < from + digits; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                throw noNumber(text, from, from + digits);
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
