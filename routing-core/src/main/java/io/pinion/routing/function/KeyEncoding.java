package io.pinion.routing.function;

import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.lexer.MysqlCharsets;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The bytes of a key that a keyspace hashes, so that a value hashes the same however a statement writes it: text in one
 * character set, integers as their canonical decimal digits, hex and {@code _binary} literals as the bytes they are.
 *
 * @param charset the MySQL character set that text is converted to, such as {@code utf8mb4}; {@code binary} hashes text
 *     as the client sent it
 * @param foldLower whether text is hashed in lower case, for key columns whose collation ignores case
 */
public record KeyEncoding(String charset, boolean foldLower) {
    /** The character sets that a keyspace may have, in the order of the alphabet. */
    public static final List<String> CHARSETS = List.of("ascii", "binary", "latin1", "utf8", "utf8mb3", "utf8mb4");

    public static final KeyEncoding UTF8 = new KeyEncoding("utf8mb4", false);

    /**
     * The bytes to hash for a literal; empty for fractions, which have no canonical form, and for text that can't be
     * converted.
     *
     * @param negative whether a minus stands before the literal
     */
    public Optional<byte[]> bytesOf(LiteralValue value, boolean negative) {
        return switch (value) {
            case LiteralValue.Int(long number) -> Optional.of(ascii(Long.toString(negative ? -number : number)));
            case LiteralValue.BigInt(BigInteger number) ->
                Optional.of(ascii((negative ? number.negate() : number).toString()));
            case LiteralValue.Decimal(BigDecimal number) ->
                number.stripTrailingZeros().scale() <= 0
                        ? bytesOf(new LiteralValue.BigInt(number.toBigInteger()), negative)
                        : Optional.empty();
            case LiteralValue.Floating floating -> {
                OptionalLong whole = floating.whole();
                boolean minusZero = negative && whole.isPresent() && whole.getAsLong() == 0;
                yield whole.isPresent() && !minusZero
                        ? bytesOf(new LiteralValue.Int(whole.getAsLong()), negative)
                        : Optional.empty();
            }
            case LiteralValue.Text text -> negative ? Optional.empty() : bytesOf(text);
            case LiteralValue.Binary(byte[] bytes) -> negative ? Optional.empty() : Optional.of(bytes);
        };
    }

    /** The bytes to hash for text that an operator gives, as if a utf8mb4 client had sent it. */
    public Optional<byte[]> bytesOf(String text) {
        return bytesOf(new LiteralValue.Text(text.getBytes(StandardCharsets.UTF_8), "utf8mb4"));
    }

    private Optional<byte[]> bytesOf(LiteralValue.Text text) {
        if (!foldLower) {
            return text.charset().equals("binary") ? Optional.of(text.bytes()) : text.bytesIn(charset);
        }
        Charset folded = MysqlCharsets.find(charset.equals("binary") ? text.charset() : charset)
                .orElse(StandardCharsets.UTF_8);
        return text.string().map(value -> value.toLowerCase(Locale.ROOT).getBytes(folded));
    }

    private static byte[] ascii(String digits) {
        return digits.getBytes(StandardCharsets.US_ASCII);
    }
}
