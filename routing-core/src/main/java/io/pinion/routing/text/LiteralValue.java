package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Bytes;
import io.pinion.routing.text.lexer.MysqlCharsets;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/** The exact value of a literal. */
public sealed interface LiteralValue {
    /** The integer that it is, or whose digits it is; empty for any other value, and for one beyond 63 bits. */
    default OptionalLong whole() {
        return switch (this) {
            case Int(long value) -> OptionalLong.of(value);
            case Text text -> text.integer();
            case Floating floating -> floating.asWhole();
            case LiteralValue other -> OptionalLong.empty();
        };
    }

    /** An integer of at most 63 bits; a sign is a token of its own, so it is never negative. */
    record Int(long value) implements LiteralValue {}

    /** An integer beyond {@link Long#MAX_VALUE}. */
    record BigInt(BigInteger value) implements LiteralValue {}

    /** A number with a decimal point. */
    record Decimal(BigDecimal value) implements LiteralValue {}

    /** A number with an exponent, which SQL computes as a double; kept as written. */
    record Floating(String text) implements LiteralValue {
        /** 2^53: from here on several integers share a double. */
        private static final double EXACT_BELOW = 1L << 53;

        /**
         * The integer that it is; empty for any other number. Some drivers send every number as a double (mysql2 for
         * Node.js), keys too.
         */
        private OptionalLong asWhole() {
            double value = Double.parseDouble(text);
            return isWhole(value) ? OptionalLong.of((long) value) : OptionalLong.empty();
        }

        /** Servers make {@code -0} of a negative zero, as a text. */
        static boolean isWhole(double value) {
            return Math.abs(value) < EXACT_BELOW && value == Math.rint(value) && !isNegativeZero(value);
        }

        static boolean isNegativeZero(double value) {
            return Double.compare(value, -0.0) == 0;
        }
    }

    /**
     * A string, unescaped and joined with the strings that follow it.
     *
     * @param bytes in the character set {@code charset}; not to be changed
     * @param charset the introducer's, or the client's: a MySQL name in lower case, {@code binary} too, since a string is
     *     a name, a comment or a pattern whatever the client calls its bytes
     */
    record Text(byte[] bytes, String charset) implements LiteralValue {
        /** The characters; empty when Java doesn't know the character set or the bytes are no valid text in it. */
        public Optional<String> string() {
            return Bytes.isAscii(bytes) && MysqlCharsets.isAsciiSuperset(charset)
                    ? Optional.of(new String(bytes, StandardCharsets.ISO_8859_1))
                    : MysqlCharsets.decode(bytes, charset);
        }

        /**
         * The bytes in another character set, {@code binary} meaning as they are; empty when Java doesn't know one of
         * the two or a character has no place in the other.
         */
        public Optional<byte[]> bytesIn(String otherCharset) {
            boolean same = otherCharset.equals(charset) || otherCharset.equals("binary");
            if (same || (Bytes.isAscii(bytes) && MysqlCharsets.isAsciiSuperset(charset, otherCharset))) {
                return Optional.of(bytes);
            }
            return string().flatMap(text -> MysqlCharsets.encode(text, otherCharset));
        }

        /** The value of a string of digits alone, as PDO sends its integers; empty for any other string. */
        public OptionalLong integer() {
            return Literals.digits(bytes, 0, bytes.length);
        }
    }

    /** Hex, bit and {@code _binary} literals: bytes without characters. */
    record Binary(byte[] bytes) implements LiteralValue {}
}
