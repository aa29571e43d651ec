package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Bytes;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.routing.text.lexer.TokenType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns values into literals, safe under the rules by which a text is read. */
final class LiteralText {
    /** Bytes beside which a literal needs no blank. */
    private static final String SEPARATES_BEFORE = " \t\r\n(,=<>";

    private static final String SEPARATES_AFTER = " \t\r\n),;=<>";

    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%", "~", "&", "|", "^", "<<", ">>");

    private LiteralText() {}

    /**
     * A text with values in the places of its {@code ?}.
     *
     * @param places ascending, one for each value
     * @param constants the values that a literal would make positions, see {@link #constants}
     * @param rules by which the text is read
     * @param charset the MySQL name of the character set that the text is in
     */
    static byte[] of(
            byte[] sql,
            int from,
            int to,
            int[] places,
            List<ParameterValue> values,
            BitSet constants,
            TextRules rules,
            String charset) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(to - from + 64);
        int copied = from;
        for (int parameter = 0; parameter < values.size(); parameter++) {
            int place = places[parameter];
            out.write(sql, copied, place - copied);
            if (place > from && SEPARATES_BEFORE.indexOf(sql[place - 1]) < 0 && !isBehindHyphens(sql, from, place)) {
                out.write(' ');
            }
            if (constants.get(parameter)) {
                writeConstant(values.get(parameter), rules, charset, out);
            } else if (isBeforeCollate(sql, place + 1, to)) {
                out.write('(');
                write(values.get(parameter), rules, charset, out);
                out.write(')');
            } else {
                write(values.get(parameter), rules, charset, out);
            }
            copied = place + 1;
            if (copied < to && SEPARATES_AFTER.indexOf(sql[copied]) < 0) {
                out.write(' ');
            }
        }
        out.write(sql, copied, to - copied);
        return out.toByteArray();
    }

    /** Two hyphens with a blank behind them begin a comment, in which the rest of the text would be lost. */
    private static boolean isBehindHyphens(byte[] sql, int from, int place) {
        return place - 2 >= from && sql[place - 1] == '-' && sql[place - 2] == '-';
    }

    /** It binds tighter than the minus of a number, which would be one of a text. */
    private static boolean isBeforeCollate(byte[] sql, int behind, int to) {
        int place = behind;
        while (place < to && Character.isWhitespace(sql[place] & 0xFF)) {
            place++;
        }
        int length = Math.min("COLLATE".length(), to - place);
        return new String(sql, place, length, StandardCharsets.ISO_8859_1).equalsIgnoreCase("COLLATE");
    }

    /** A number bound in ORDER BY, GROUP BY or PARTITION BY is a constant, but a whole literal there is a position; elsewhere it may
     * be of another kind. */
    private static void writeConstant(
            ParameterValue value, TextRules rules, String charset, ByteArrayOutputStream out) {
        switch (value) {
            case ParameterValue.Int(long number) -> ascii("CAST(" + number + " AS SIGNED)", out);
            case ParameterValue.Unsigned(long number) ->
                ascii("CAST(" + Long.toUnsignedString(number) + " AS UNSIGNED)", out);
            case ParameterValue.Decimal(String text) -> ascii(text + '.', out);
            default -> write(value, rules, charset, out);
        }
    }

    /** The numbers of the parameters whose literal would be another value than theirs, for their place or their kind. */
    static BitSet constants(Statement statement) {
        SqlDialect dialect = statement.rules().dialect();
        BitSet constants = new BitSet();
        for (int parameter = 0; parameter < statement.parameters().size(); parameter++) {
            ParameterValue value = statement.parameters().value(parameter);
            constants.set(parameter, isPosition(value, dialect) || isOfAnotherKind(value));
        }
        if (constants.isEmpty()) {
            return constants;
        }
        Tokens tokens = Tokens.of(statement);
        BitSet items = orderItems(tokens);
        BitSet casts = insideCasts(tokens);
        for (int parameter = constants.nextSetBit(0); parameter >= 0; parameter = constants.nextSetBit(parameter + 1)) {
            ParameterValue value = statement.parameters().value(parameter);
            int place = statement.parameterPlace(parameter);
            int token = tokens.at(place);
            constants.set(
                    parameter,
                    (isPosition(value, dialect) && items.get(place))
                            || (isOfAnotherKind(value) && (casts.get(token) || isOperand(tokens, token))));
        }
        return constants;
    }

    /** To MariaDB an integer is a position also when it is bound. */
    private static boolean isPosition(ParameterValue value, SqlDialect dialect) {
        return switch (value) {
            case ParameterValue.Int number -> dialect == SqlDialect.MYSQL;
            case ParameterValue.Unsigned number -> dialect == SqlDialect.MYSQL;
            case ParameterValue.Decimal decimal -> isWhole(decimal);
            default -> false;
        };
    }

    /** Servers read digits as a signed integer as long as they fit into one. */
    private static boolean isOfAnotherKind(ParameterValue value) {
        return switch (value) {
            case ParameterValue.Unsigned(long number) -> number >= 0;
            case ParameterValue.Decimal decimal -> isWhole(decimal);
            default -> false;
        };
    }

    private static boolean isWhole(ParameterValue.Decimal decimal) {
        return decimal.text().indexOf('.') < 0;
    }

    /** Whether a result's kind depends on the kind of this token: elsewhere, as behind LIMIT, an integer may be wanted. */
    private static boolean isOperand(Tokens tokens, int token) {
        return isArithmetic(tokens, token - 1) || isArithmetic(tokens, token + 1);
    }

    /** What becomes an integer by a cast: servers cut a decimal off at its bounds, and take an integer's bits. */
    private static BitSet insideCasts(Tokens tokens) {
        BitSet inside = new BitSet();
        BitSet casts = new BitSet();
        int depth = 0;
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isSymbol(token, "(")) {
                depth++;
                boolean cast = tokens.isWord(token - 1, "CAST") || tokens.isWord(token - 1, "CONVERT");
                casts.set(depth, cast || (casts.get(depth - 1) && !tokens.isWord(token + 1, "SELECT")));
            } else if (tokens.isSymbol(token, ")")) {
                depth = Math.max(0, depth - 1);
            }
            inside.set(token, casts.get(depth));
        }
        return inside;
    }

    private static boolean isArithmetic(Tokens tokens, int token) {
        return token >= 0
                && token < tokens.count()
                && (tokens.isWord(token, "DIV")
                        || tokens.isWord(token, "MOD")
                        || (tokens.type(token) == TokenType.SYMBOL && ARITHMETIC.contains(tokens.text(token))));
    }

    private static BitSet orderItems(Tokens tokens) {
        BitSet items = new BitSet();
        BitSet ordering = new BitSet();
        int depth = 0;
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isSymbol(token, "(")) {
                depth++;
                ordering.clear(depth);
            } else if (tokens.isSymbol(token, ")")) {
                depth = Math.max(0, depth - 1);
            } else if (tokens.isWord(token, "BY")) {
                ordering.set(depth);
            } else if (tokens.isWord(token, "SELECT") || tokens.isWord(token, "LIMIT")) {
                ordering.clear(depth);
            }
            boolean begins = ordering.get(depth) && (tokens.isWord(token, "BY") || tokens.isSymbol(token, ","));
            if (begins && token + 1 < tokens.count()) {
                items.set(tokens.start(token + 1));
            }
        }
        return items;
    }

    private static void write(ParameterValue value, TextRules rules, String charset, ByteArrayOutputStream out) {
        switch (value) {
            case ParameterValue.Null nothing -> ascii("NULL", out);
            case ParameterValue.Int(long number) -> ascii(Long.toString(number), out);
            case ParameterValue.Unsigned(long number) -> ascii(Long.toUnsignedString(number), out);
            case ParameterValue.Decimal(String text) -> ascii(text, out);
            case ParameterValue.Real(double number) -> ascii(floating(number), out);
            case ParameterValue.Text text -> {
                boolean binary = text.charset().equals("binary") || charset.equals("binary");
                if (text.charset().equals(charset) || (!binary && Bytes.isAscii(text.bytes()))) {
                    write(text.literal(), rules, charset, out);
                } else {
                    // In other bytes, the same characters would be another value to HEX() and similar functions.
                    ascii(HexLiteral.ofText(text.charset(), text.bytes()), out);
                }
            }
            case ParameterValue.Binary binary -> write(binary.literal(), rules, charset, out);
            case ParameterValue.Temporal temporal -> {
                if (temporal.isLiteralOf(rules.dialect())) {
                    ascii(temporal.kindOfTime().name(), out);
                }
                write(temporal.literal(), rules, charset, out);
            }
        }
    }

    /**
     * With an exponent, without which it would be an exact decimal. There is no literal for infinities and NaN, and NULL
     * would be another value: a server says that this product is out of range.
     */
    private static String floating(double number) {
        if (!Double.isFinite(number)) {
            return "(1e308 * 1e308)";
        }
        String text = Double.toString(number);
        return text.indexOf('E') >= 0 ? text : text + "E0";
    }

    /** A literal for a message: as with the default sql_mode, its bytes in their own character set. */
    static byte[] unsigned(LiteralValue value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String charset = value instanceof LiteralValue.Text text ? text.charset() : "ascii";
        write(value, TextRules.defaults(SqlDialect.MYSQL, 0), charset, out);
        return out.toByteArray();
    }

    private static void write(LiteralValue value, TextRules rules, String charset, ByteArrayOutputStream out) {
        switch (value) {
            case LiteralValue.Int(long number) -> ascii(Long.toString(number), out);
            case LiteralValue.BigInt big -> ascii(big.value().toString(), out);
            case LiteralValue.Decimal decimal -> ascii(decimal.value().toPlainString(), out);
            case LiteralValue.Floating(String text) -> ascii(text, out);
            case LiteralValue.Binary(byte[] bytes) -> ascii(HexLiteral.ofBytes(bytes), out);
            case LiteralValue.Text text -> {
                Optional<byte[]> bytes = text.bytesIn(charset);
                if (bytes.isPresent()) {
                    quoted(bytes.get(), rules, out);
                } else {
                    ascii(HexLiteral.ofText(text.charset(), text.bytes()), out);
                }
            }
        }
    }

    /**
     * In single quotes. A quote is doubled and never escaped: behind half a character of GBK, a backslash would become
     * the other half.
     */
    private static void quoted(byte[] bytes, TextRules rules, ByteArrayOutputStream out) {
        out.write('\'');
        int copied = 0;
        int at = 0;
        while (at < bytes.length) {
            int length = bytes[at] < 0 ? rules.charset().length(bytes, at, bytes.length) : 1;
            boolean doubled = length == 1 && (bytes[at] == '\'' || (bytes[at] == '\\' && !rules.noBackslashEscapes()));
            if (doubled) {
                out.write(bytes, copied, at + 1 - copied);
                copied = at;
            }
            at += length;
        }
        out.write(bytes, copied, bytes.length - copied);
        out.write('\'');
    }

    private static void ascii(String text, ByteArrayOutputStream out) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
