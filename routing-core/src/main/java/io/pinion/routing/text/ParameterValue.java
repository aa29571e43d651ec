package io.pinion.routing.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The value that a client bound to one {@code ?} of a prepared statement. Immutable; byte arrays are referred to, not
 * copied.
 */
public sealed interface ParameterValue {
    /** The kind of the anchor: that of a literal with the same value. */
    AnchorKind kind();

    /**
     * The same value as a literal, without its sign: {@link AnchorKind#NEGATIVE_INTEGER} and
     * {@link AnchorKind#NEGATIVE_NUMBER} tell that a minus belongs before it.
     *
     * @throws IllegalStateException for NULL
     */
    LiteralValue literal();

    record Null() implements ParameterValue {
        @Override
        public AnchorKind kind() {
            return AnchorKind.NULL;
        }

        @Override
        public LiteralValue literal() {
            throw new IllegalStateException("NULL is no literal with a value");
        }
    }

    /** An integer of any width, signed. */
    record Int(long value) implements ParameterValue {
        @Override
        public AnchorKind kind() {
            return value < 0 ? AnchorKind.NEGATIVE_INTEGER : AnchorKind.INTEGER;
        }

        @Override
        public LiteralValue literal() {
            return integer(BigInteger.valueOf(value));
        }
    }

    /** An integer of any width, unsigned. */
    record Unsigned(long value) implements ParameterValue {
        @Override
        public AnchorKind kind() {
            return AnchorKind.INTEGER;
        }

        @Override
        public LiteralValue literal() {
            return value >= 0
                    ? new LiteralValue.Int(value)
                    : new LiteralValue.BigInt(new BigInteger(Long.toUnsignedString(value)));
        }
    }

    /**
     * An exact number, as the protocol writes it.
     *
     * @param text digits, perhaps with a sign and a decimal point: see {@link #ofDecimal}
     */
    record Decimal(String text) implements ParameterValue {
        /** Longer than any number that a server keeps exactly (65 digits, MySQL manual, "DECIMAL Data Type"). */
        private static final int MAX_LENGTH = 100;

        private static final Pattern FORM = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)");
        private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");

        public Decimal {
            if (!isWellFormed(text)) {
                throw new IllegalArgumentException("no decimal number");
            }
        }

        static boolean isWellFormed(String text) {
            return text.length() <= MAX_LENGTH && FORM.matcher(text).matches();
        }

        @Override
        public AnchorKind kind() {
            boolean negative = text.charAt(0) == '-' && value().signum() < 0;
            if (INTEGER.matcher(text).matches()) {
                return negative ? AnchorKind.NEGATIVE_INTEGER : AnchorKind.INTEGER;
            }
            return negative ? AnchorKind.NEGATIVE_NUMBER : AnchorKind.DECIMAL;
        }

        @Override
        public LiteralValue literal() {
            return INTEGER.matcher(text).matches()
                    ? integer(value().toBigIntegerExact())
                    : new LiteralValue.Decimal(value().abs());
        }

        private BigDecimal value() {
            return new BigDecimal(text);
        }
    }

    /**
     * A float or double. Some drivers send every number in this form (mysql2 for Node.js), so a whole number that a
     * double holds exactly counts as an integer.
     */
    record Real(double value) implements ParameterValue {
        /** 2^53: from here on several integers share a double. */
        private static final double EXACT_BELOW = 1L << 53;

        @Override
        public AnchorKind kind() {
            boolean negative = value < 0;
            if (isInteger()) {
                return negative ? AnchorKind.NEGATIVE_INTEGER : AnchorKind.INTEGER;
            }
            return negative ? AnchorKind.NEGATIVE_NUMBER : AnchorKind.FLOAT;
        }

        @Override
        public LiteralValue literal() {
            return isInteger()
                    ? new LiteralValue.Int((long) Math.abs(value))
                    : new LiteralValue.Floating(Double.toString(Math.abs(value)));
        }

        private boolean isInteger() {
            return Math.abs(value) < EXACT_BELOW && value == Math.rint(value);
        }
    }

    /**
     * Text.
     *
     * @param bytes not to be changed
     * @param charset the MySQL name of their character set, in lower case: the client's
     */
    record Text(byte[] bytes, String charset) implements ParameterValue {
        @Override
        public AnchorKind kind() {
            return charset.equals("binary") ? AnchorKind.HEX : AnchorKind.STRING;
        }

        @Override
        public LiteralValue literal() {
            return charset.equals("binary") ? new LiteralValue.Binary(bytes) : new LiteralValue.Text(bytes, charset);
        }
    }

    /** Bytes without characters; not to be changed. */
    record Binary(byte[] bytes) implements ParameterValue {
        @Override
        public AnchorKind kind() {
            return AnchorKind.HEX;
        }

        @Override
        public LiteralValue literal() {
            return new LiteralValue.Binary(bytes);
        }
    }

    /**
     * A date, time or both.
     *
     * @param text as a literal's content: {@code 2026-01-31 12:00:00.5}
     */
    record Temporal(String text) implements ParameterValue {
        @Override
        public AnchorKind kind() {
            return AnchorKind.STRING;
        }

        @Override
        public LiteralValue literal() {
            return new LiteralValue.Text(text.getBytes(StandardCharsets.US_ASCII), "ascii");
        }
    }

    /** A number that the protocol sends as text; a text that isn't a plain number stays text. */
    static ParameterValue ofDecimal(String text) {
        return Decimal.isWellFormed(text)
                ? new Decimal(text)
                : new Text(text.getBytes(StandardCharsets.UTF_8), "utf8mb4");
    }

    private static LiteralValue integer(BigInteger value) {
        BigInteger absolute = value.abs();
        return absolute.bitLength() < Long.SIZE
                ? new LiteralValue.Int(absolute.longValueExact())
                : new LiteralValue.BigInt(absolute);
    }
}
