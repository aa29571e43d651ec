package io.pinion.operations.export.file;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;

/** Reads numbers and times as servers write them, from their bytes: nothing is allocated for a value. */
public final class TextOfNumbers {
    /** What stands for a time that no calendar has, such as {@code 0000-00-00}. */
    static final long NO_TIME = Long.MIN_VALUE;

    private static final int DATE_LENGTH = 10;
    private static final int TIME_LENGTH = 19;
    private static final long SECONDS_OF_DAY = 86_400;
    private static final long MICROS = 1_000_000;

    private TextOfNumbers() {}

    /** A whole number, or the digits of a decimal without their point; at most 18 of these. */
    public static long whole(byte[] text) {
        int at = text.length > 0 && text[0] == '-' ? 1 : 0;
        long number = 0;
        for (int i = at; i < text.length; i++) {
            if (text[i] != '.') {
                number = number * 10 + digit(text, i);
            }
        }
        return at == 0 ? number : -number;
    }

    private static int digit(byte[] text, int at) {
        int digit = text[at] - '0';
        if (digit < 0 || digit > 9) {
            throw new NumberFormatException("'" + new String(text, StandardCharsets.ISO_8859_1) + "' is no number");
        }
        return digit;
    }

    /** The digits of a decimal of any length without their point. */
    static BigInteger digits(byte[] text) {
        return new BigInteger(new String(text, StandardCharsets.US_ASCII).replace(".", ""));
    }

    static double floating(byte[] text) {
        return Double.parseDouble(new String(text, StandardCharsets.US_ASCII));
    }

    /** The days since 1970-01-01; {@link #NO_TIME} for what is no day. */
    static long day(byte[] text) {
        int year = part(text, 0, 4);
        int month = part(text, 5, 7);
        int day = part(text, 8, DATE_LENGTH);
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
    static long micros(byte[] text) {
        long day = day(text);
        if (day == NO_TIME) {
            return NO_TIME;
        }
        long seconds =
                day * SECONDS_OF_DAY + part(text, 11, 13) * 3600L + part(text, 14, 16) * 60L + part(text, 17, 19);
        long micros = 0;
        for (int at = TIME_LENGTH + 1; at <= TIME_LENGTH + 6; at++) {
            micros = micros * 10 + (at < text.length ? digit(text, at) : 0);
        }
        return seconds * MICROS + micros;
    }

    private static int part(byte[] text, int from, int to) {
        int number = 0;
        for (int at = from; at < to; at++) {
            number = number * 10 + digit(text, at);
        }
        return number;
    }
}
