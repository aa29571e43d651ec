package io.pinion.routing.text;

import io.pinion.routing.text.lexer.SqlDialect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.YearMonth;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value that a client bound to one {@code ?} of a prepared statement. Immutable; byte arrays are referred to, not
 * copied.
 */
public sealed interface ParameterValue {
    /** The kind of the anchor: that of a literal with the same value. */
    default AnchorKind kind() {
        return switch (this) {
            case Null nothing -> AnchorKind.NULL;
            case Int(long value) -> value < 0 ? AnchorKind.NEGATIVE_INTEGER : AnchorKind.INTEGER;
            case Unsigned number -> AnchorKind.INTEGER;
            case Decimal decimal -> decimal.kindOfNumber();
            case Real(double value) -> kindOf(value, LiteralValue.Floating.isWhole(value));
            case Text text -> AnchorKind.STRING;
            case Binary binary -> AnchorKind.HEX;
            case Temporal temporal -> AnchorKind.STRING;
        };
    }

    private static AnchorKind kindOf(double value, boolean whole) {
        if (value < 0) {
            return whole ? AnchorKind.NEGATIVE_INTEGER : AnchorKind.NEGATIVE_NUMBER;
        }
        return whole ? AnchorKind.INTEGER : AnchorKind.FLOAT;
    }

    /**
     * The same value as a literal, without its sign: {@link AnchorKind#NEGATIVE_INTEGER} and
     * {@link AnchorKind#NEGATIVE_NUMBER} tell that a minus belongs before it.
     *
     * @throws IllegalStateException for NULL
     */
    default LiteralValue literal() {
        return switch (this) {
            case Null nothing -> throw new IllegalStateException("NULL is no literal with a value");
            case Int(long value) -> integer(BigInteger.valueOf(value));
            case Unsigned(long value) ->
                value >= 0
                        ? new LiteralValue.Int(value)
                        : new LiteralValue.BigInt(new BigInteger(Long.toUnsignedString(value)));
            case Decimal decimal -> decimal.number();
            case Real(double value) ->
                new LiteralValue.Floating(
                        Double.toString(LiteralValue.Floating.isNegativeZero(value) ? value : Math.abs(value)));
            case Text(byte[] bytes, String charset) -> new LiteralValue.Text(bytes, charset);
            case Binary(byte[] bytes) -> new LiteralValue.Binary(bytes);
            case Temporal(var kind, String text) ->
                new LiteralValue.Text(text.getBytes(StandardCharsets.US_ASCII), "ascii");
        };
    }

    record Null() implements ParameterValue {}

    /** An integer of any width, signed. */
    record Int(long value) implements ParameterValue {}

    /** An integer of any width, unsigned. */
    record Unsigned(long value) implements ParameterValue {}

    /**
     * An exact number, as the protocol writes it.
     *
     * @param text digits, perhaps with a sign and a decimal point: see {@link #ofDecimal}
     */
    record Decimal(String text) implements ParameterValue {
        /** Longer than any number that a server keeps exactly (65 digits, MySQL manual, "DECIMAL Data Type"). */
        private static final int MAX_LENGTH = 200;

        private static final Pattern FORM = Pattern.compile("[+-]?(\\d++(?:\\.\\d*+)?|\\.\\d++)");

        /** As far as a server reads a text as a number; what follows is nothing to it. */
        private static final Pattern BEGINNING = Pattern.compile("\\s*+(" + FORM.pattern() + ")(?:[eE]([+-]?\\d+))?");

        /** The longest fraction, and more. */
        private static final int MOST_EXPONENT = 1_000;

        /** MySQL manual, "DECIMAL Data Type Characteristics". */
        private static final int MOST_DIGITS = 65;

        private static final int MOST_SCALE = 81;

        private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");

        public Decimal {
            if (!isWellFormed(text)) {
                throw new IllegalArgumentException("no decimal number");
            }
        }

        static boolean isWellFormed(String text) {
            return text.length() <= MAX_LENGTH && FORM.matcher(text).matches();
        }

        /** As servers read a number of another form: with an exponent, behind blanks, too large, or none at all. */
        private static Decimal readAs(String text) {
            Matcher number = BEGINNING.matcher(text.substring(0, Math.min(text.length(), MOST_EXPONENT)));
            if (!number.lookingAt()) {
                return new Decimal("0");
            }
            BigDecimal digits = new BigDecimal(number.group(1));
            String exponent = number.group(3) == null ? "0" : number.group(3);
            BigDecimal value = digits.scaleByPowerOfTen(new BigInteger(exponent)
                    .min(BigInteger.valueOf(MOST_EXPONENT))
                    .max(BigInteger.valueOf(-MOST_EXPONENT))
                    .intValueExact());
            if (value.signum() != 0 && value.precision() - value.scale() > MOST_DIGITS) {
                return new Decimal((value.signum() < 0 ? "-" : "") + "9".repeat(MOST_DIGITS));
            }
            return new Decimal(value.setScale(Math.clamp(value.scale(), 0, MOST_SCALE), RoundingMode.HALF_UP)
                    .toPlainString());
        }

        private AnchorKind kindOfNumber() {
            boolean negative = text.charAt(0) == '-' && value().signum() < 0;
            if (INTEGER.matcher(text).matches()) {
                return negative ? AnchorKind.NEGATIVE_INTEGER : AnchorKind.INTEGER;
            }
            return negative ? AnchorKind.NEGATIVE_NUMBER : AnchorKind.DECIMAL;
        }

        private LiteralValue number() {
            return INTEGER.matcher(text).matches()
                    ? integer(value().toBigIntegerExact())
                    : new LiteralValue.Decimal(value().abs());
        }

        private BigDecimal value() {
            return new BigDecimal(text);
        }
    }

    /** A float or double; a whole number counts as an integer, see {@link LiteralValue.Floating#whole}. */
    record Real(double value) implements ParameterValue {}

    /**
     * Text.
     *
     * @param bytes not to be changed
     * @param charset the MySQL name of their character set, in lower case: the client's
     */
    record Text(byte[] bytes, String charset) implements ParameterValue {}

    /** Bytes without characters; not to be changed. */
    record Binary(byte[] bytes) implements ParameterValue {}

    /**
     * A date, time or both, which is no text: beside a number it is one, and in JSON it has a form of its own.
     *
     * @param text as a literal's content: {@code 2026-01-31 12:00:00.5}
     */
    record Temporal(Kind kindOfTime, String text) implements ParameterValue {
        /** The word before the literal. */
        public enum Kind {
            DATE,
            TIME,
            TIMESTAMP
        }

        private static final Pattern DAY =
                Pattern.compile("(\\d{1,5})-(\\d{1,3})-(\\d{1,3})(?: (\\d{1,3}):(\\d{1,3}):(\\d{1,3}).*)?");

        private static final Pattern HOURS = Pattern.compile("-?(\\d{1,4}):.*");

        /** The longest TIME of a server is shorter than 839 hours. */
        private static final int MOST_HOURS = 838;

        private static final int MOST_YEARS = 9999;

        /** Whether a server takes it as a literal: a string is left for days and times that are out of its range. */
        boolean isLiteralOf(SqlDialect dialect) {
            Matcher parts = (kindOfTime == Kind.TIME ? HOURS : DAY).matcher(text);
            if (!parts.matches()) {
                return false;
            }
            int first = Integer.parseInt(parts.group(1));
            return kindOfTime == Kind.TIME
                    ? first <= MOST_HOURS
                    : isDay(first, Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3)), dialect)
                            && (parts.group(4) == null
                                    || (Integer.parseInt(parts.group(4)) < 24
                                            && Integer.parseInt(parts.group(5)) < 60
                                            && Integer.parseInt(parts.group(6)) < 60));
        }

        private static boolean isDay(int year, int month, int day, SqlDialect dialect) {
            if (month == 0 || day == 0) {
                return dialect == SqlDialect.MARIADB;
            }
            return year <= MOST_YEARS
                    && month <= 12
                    && day <= YearMonth.of(year, month).lengthOfMonth();
        }
    }

    /** A number that the protocol sends as text. */
    static ParameterValue ofDecimal(String text) {
        return Decimal.isWellFormed(text) ? new Decimal(text) : Decimal.readAs(text);
    }

    private static LiteralValue integer(BigInteger value) {
        BigInteger absolute = value.abs();
        return absolute.bitLength() < Long.SIZE
                ? new LiteralValue.Int(absolute.longValueExact())
                : new LiteralValue.BigInt(absolute);
    }
}
