package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Bytes;
import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.MysqlCharsets;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.routing.text.lexer.TokenType;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;

/** Decodes the bytes of a literal to its value. */
final class Literals {
    /** This many digits always fit a long. */
    private static final int SAFE_DIGITS = 18;

    /**
     * A number with more digits is beyond whatever it is compared with, and Java takes a time by the square of their number to
     * read it.
     */
    private static final int MOST_DIGITS = 400;

    private static final BigInteger BEYOND = BigInteger.TEN.pow(MOST_DIGITS);

    private Literals() {}

    /** A run of digits that fits a long; empty for anything else, the empty run included. */
    static OptionalLong digits(byte[] text, int from, int to) {
        int at = from;
        while (at < to - 1 && text[at] == '0') {
            at++;
        }
        int length = to - at;
        if (length < 1 || length > SAFE_DIGITS + 1) {
            return OptionalLong.empty();
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return OptionalLong.empty();
            }
            value = value * 10 + digit;
        }
        // Nineteen digits are at most 10^19 - 1, which wraps to a negative long but not further.
        return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }

    static LiteralValue decode(Statement statement, int anchor, int element, String charset) {
        if (!statement.anchorKind(anchor).isLiteral()) {
            throw new IllegalArgumentException("a " + statement.anchorKind(anchor) + " has no value");
        }
        return decode(
                statement,
                statement.anchorKind(anchor).tokenType(),
                statement.elementStart(anchor, element),
                statement.elementEnd(anchor, element),
                charset);
    }

    /** The literal of this type at this place, with the introducer and strings around it. */
    static LiteralValue decode(Statement statement, TokenType type, int start, int end, String charset) {
        byte[] sql = statement.sql();
        return switch (type) {
            case INTEGER -> integer(sql, start, end);
            case DECIMAL -> new LiteralValue.Decimal(decimal(ascii(sql, start, end)));
            case FLOAT -> new LiteralValue.Floating(ascii(sql, start, end));
            case HEX -> text(hex(sql, start, end), introducer(statement, start, "binary"));
            case BIT -> text(bits(sql, start, end), introducer(statement, start, "binary"));
            case NATIONAL_STRING -> text(joined(statement, start, end), "utf8mb3");
            case STRING -> {
                byte[] bytes = joined(statement, start, end);
                String introduced = introducer(statement, start, "");
                yield introduced.isEmpty()
                        ? behindBinary(statement, start, new LiteralValue.Text(bytes, charset))
                        : text(bytes, introduced);
            }
            default -> throw new IllegalArgumentException("a " + type + " has no value");
        };
    }

    static LiteralValue integer(byte[] sql, int start, int end) {
        OptionalLong value = digits(sql, start, end);
        return value.isPresent()
                ? new LiteralValue.Int(value.getAsLong())
                : new LiteralValue.BigInt(big(ascii(sql, start, end)));
    }

    private static BigInteger big(String digits) {
        int first = 0;
        while (first < digits.length() - 1 && digits.charAt(first) == '0') {
            first++;
        }
        return digits.length() - first > MOST_DIGITS ? BEYOND : new BigInteger(digits.substring(first));
    }

    /** Digits behind the first hundreds of them make no difference to a server, whose DECIMAL has at most 81. */
    private static BigDecimal decimal(String text) {
        int point = text.indexOf('.');
        BigDecimal whole = new BigDecimal(point == 0 ? BigInteger.ZERO : big(text.substring(0, point)));
        String fraction = text.substring(point + 1, Math.min(text.length(), point + 1 + MOST_DIGITS));
        return fraction.isEmpty() ? whole : whole.add(new BigDecimal(new BigInteger(fraction), fraction.length()));
    }

    private static LiteralValue text(byte[] bytes, String charset) {
        return charset.equals("binary") ? new LiteralValue.Binary(bytes) : new LiteralValue.Text(bytes, charset);
    }

    /** The string and those that follow it with nothing but blanks and comments between: {@code 'a' 'b'}. */
    private static byte[] joined(Statement statement, int start, int end) {
        byte[] sql = statement.sql();
        byte[] bytes = unescape(sql, start, end, statement.rules());
        if (!mayContinue(sql, end, statement.end())) {
            return bytes;
        }
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.writeBytes(bytes);
        Lexer lexer = new Lexer();
        lexer.begin(sql, end, statement.end(), statement.rules());
        while (true) {
            TokenType type = lexer.next();
            if (type.isString()) {
                joined.writeBytes(unescape(sql, lexer.start(), lexer.end(), statement.rules()));
            } else if (type != TokenType.COMMENT) {
                return joined.toByteArray();
            }
        }
    }

    private static boolean mayContinue(byte[] sql, int from, int to) {
        int at = from;
        while (at < to && Bytes.isBlank(sql[at])) {
            at++;
        }
        return at < to && "'\"nN/#-".indexOf(sql[at]) >= 0;
    }

    /** The character set named before the literal ({@code _latin1 'x'}), in lower case; else {@code otherwise}. */
    private static String introducer(Statement statement, int literalStart, String otherwise) {
        String word = wordBefore(statement, literalStart);
        return word.startsWith("_") && MysqlCharsets.isKnown(word.substring(1)) ? word.substring(1) : otherwise;
    }

    /** The operator {@code BINARY} makes bytes of a text, which keep their place in a column of any character set. */
    static LiteralValue behindBinary(Statement statement, int literalStart, LiteralValue value) {
        return value instanceof LiteralValue.Text(byte[] bytes, String charset)
                        && wordBefore(statement, literalStart).equals("binary")
                ? new LiteralValue.Text(bytes, "binary")
                : value;
    }

    /** In lower case; empty where none stands before blanks. */
    private static String wordBefore(Statement statement, int literalStart) {
        byte[] sql = statement.sql();
        int to = literalStart;
        while (to > statement.start() && Bytes.isBlank(sql[to - 1])) {
            to--;
        }
        int from = to;
        while (from > statement.start() && Bytes.isWord(sql[from - 1])) {
            from--;
        }
        return ascii(sql, from, to).toLowerCase(Locale.ROOT);
    }

    /** A quoted name's content: doubled quotes resolved, backslashes as they are. */
    static byte[] unquoteName(byte[] sql, int start, int end, TextRules rules) {
        byte quote = sql[start];
        int to = end > start + 1 && sql[end - 1] == quote ? end - 1 : end;
        ByteArrayOutputStream out = new ByteArrayOutputStream(to - start);
        int at = start + 1;
        while (at < to) {
            int length = sql[at] < 0 ? rules.charset().length(sql, at, to) : 1;
            out.write(sql, at, length);
            at += sql[at] == quote ? 2 : length;
        }
        return out.toByteArray();
    }

    /** The content of a quoted string: quotes removed, doubled quotes and backslash escapes resolved. */
    static byte[] unescape(byte[] sql, int start, int end, TextRules rules) {
        int from = start;
        while (from < end && sql[from] != '\'' && sql[from] != '"') {
            from++;
        }
        if (from >= end) {
            return new byte[0];
        }
        byte quote = sql[from];
        from++;
        int to = end > from && sql[end - 1] == quote ? end - 1 : end;
        for (int at = from; at < to; at++) {
            if (sql[at] == '\\' || sql[at] == quote) {
                return unescapeSlowly(sql, from, to, quote, rules);
            }
        }
        return Arrays.copyOfRange(sql, from, to);
    }

    private static byte[] unescapeSlowly(byte[] sql, int from, int to, byte quote, TextRules rules) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(to - from);
        int at = from;
        while (at < to) {
            int length = sql[at] < 0 ? rules.charset().length(sql, at, to) : 1;
            if (length > 1) {
                out.write(sql, at, length);
                at += length;
            } else if (sql[at] == quote) {
                out.write(quote);
                at += 2;
            } else if (sql[at] == '\\' && !rules.noBackslashEscapes() && at + 1 < to) {
                unescapeOne(sql[at + 1], out);
                at += 2;
            } else {
                out.write(sql[at]);
                at++;
            }
        }
        return out.toByteArray();
    }

    /** MySQL manual, "String Literals": {@code \%} and {@code \_} keep their backslash, for LIKE to see. */
    private static void unescapeOne(byte escaped, ByteArrayOutputStream out) {
        switch (escaped) {
            case '0' -> out.write(0);
            case 'b' -> out.write('\b');
            case 'n' -> out.write('\n');
            case 'r' -> out.write('\r');
            case 't' -> out.write('\t');
            case 'Z' -> out.write(0x1A);
            case '%', '_' -> {
                out.write('\\');
                out.write(escaped);
            }
            default -> out.write(escaped);
        }
    }

    /** The bytes of {@code 0x1F} and {@code x'1F'}: an odd digit stands alone in the first byte. */
    static byte[] hex(byte[] sql, int start, int end) {
        int from = start + 2;
        int to = sql[end - 1] == '\'' ? end - 1 : end;
        int digits = Math.max(0, to - from);
        byte[] bytes = new byte[(digits + 1) / 2];
        int nibble = digits & 1;
        for (int at = from; at < to; at++, nibble++) {
            int value = Character.digit(sql[at], 16);
            bytes[nibble >> 1] = (byte) ((bytes[nibble >> 1] << 4) | Math.max(0, value));
        }
        return bytes;
    }

    /** The bytes of {@code 0b101} and {@code b'101'}: right-aligned in whole bytes. */
    static byte[] bits(byte[] sql, int start, int end) {
        int from = start + 2;
        int to = sql[end - 1] == '\'' ? end - 1 : end;
        int digits = Math.max(0, to - from);
        byte[] bytes = new byte[(digits + 7) / 8];
        int place = bytes.length * 8 - digits;
        for (int at = from; at < to; at++, place++) {
            bytes[place >> 3] = (byte) ((bytes[place >> 3] << 1) | (sql[at] & 1));
        }
        return bytes;
    }

    private static String ascii(byte[] sql, int start, int end) {
        return new String(sql, start, end - start, StandardCharsets.US_ASCII);
    }
}
