package io.pinion.routing.planner;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.routing.text.lexer.TokenType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A statement of the cases with some of its literals made parameters, and some of those given other values. */
record BoundText(byte[] sql, Parameters values) {

    static BoundText of(String text, SessionView session, Catalog catalog, Random random) {
        byte[] sql = text.getBytes(StandardCharsets.UTF_8);
        SessionView.SqlModeFlags mode = session.sqlMode();
        TextRules rules = new TextRules(
                mode.ansiQuotes(),
                mode.noBackslashEscapes(),
                mode.pipesAsConcat(),
                mode.ignoreSpace(),
                CharsetClass.of(session.charset()),
                SqlDialect.MARIADB,
                101119);
        Statement statement = new SqlTokenizer(new FingerprintKey(1, 2), catalog::isShardDatabase).scan(sql, rules);
        Tokens tokens = Tokens.of(statement);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<ParameterValue> values = new ArrayList<>();
        int copied = 0;
        for (int token = 0; token < tokens.count(); token++) {
            ParameterValue value = tokens.type(token) == TokenType.PARAMETER || random.nextInt(4) == 0
                    ? null
                    : otherOrSame(value(tokens, token, session.charset()), random);
            if (value == null) {
                continue;
            }
            boolean negative = value instanceof ParameterValue.Int(long number)
                    && number > 0
                    && isSign(tokens, token - 1)
                    && random.nextBoolean();
            int from = tokens.start(negative ? token - 1 : token);
            out.write(sql, copied, from - copied);
            out.write('?');
            copied = tokens.end(token);
            values.add(negative ? new ParameterValue.Int(-((ParameterValue.Int) value).value()) : value);
        }
        out.write(sql, copied, sql.length - copied);
        return new BoundText(out.toByteArray(), Parameters.of(values));
    }

    private static @Nullable ParameterValue otherOrSame(@Nullable ParameterValue value, Random random) {
        if (value == null || random.nextInt(3) > 0) {
            return value;
        }
        long id = GlobalId.compose(new ShardId(3427 + random.nextInt(3)), random.nextInt(4), random.nextInt(100))
                .value();
        return switch (value) {
            case ParameterValue.Int number -> new ParameterValue.Int(id);
            case ParameterValue.Text text ->
                new ParameterValue.Text(Long.toString(id).getBytes(StandardCharsets.US_ASCII), text.charset());
            default -> value;
        };
    }

    /** A minus that can only be a sign. */
    private static boolean isSign(Tokens tokens, int token) {
        return tokens.isSymbol(token, "-")
                && (tokens.isSymbol(token - 1, "=")
                        || tokens.isSymbol(token - 1, "(")
                        || tokens.isSymbol(token - 1, ",")
                        || tokens.isSymbol(token - 1, "<")
                        || tokens.isSymbol(token - 1, ">"));
    }

    private static @Nullable ParameterValue value(Tokens tokens, int token, String charset) {
        boolean nothing = tokens.isWord(token, "NULL")
                && (tokens.isSymbol(token - 1, "=")
                        || tokens.isSymbol(token - 1, "(")
                        || tokens.isSymbol(token - 1, ","));
        if (nothing) {
            return new ParameterValue.Null();
        }
        // What names a column or may be an ordinal is no anchor, and means something else as a parameter.
        boolean literal = tokens.type(token).isLiteral() && tokens.anchor(token) != Tokens.NO_ANCHOR;
        boolean joined =
                tokens.type(token - 1).isString() || tokens.type(token + 1).isString();
        boolean introduced = tokens.text(Math.max(0, token - 1)).startsWith("_");
        if (!literal || joined || introduced) {
            return null;
        }
        String written = tokens.text(token);
        return switch (tokens.value(token, charset)) {
            case LiteralValue.Int(long number) -> new ParameterValue.Int(number);
            case LiteralValue.BigInt big ->
                big.value().bitLength() <= Long.SIZE
                        ? new ParameterValue.Unsigned(big.value().longValue())
                        : new ParameterValue.Decimal(big.value().toString());
            case LiteralValue.Decimal decimal ->
                new ParameterValue.Decimal(decimal.value().toPlainString());
            case LiteralValue.Floating floating -> null;
            case LiteralValue.Text text -> new ParameterValue.Text(text.bytes(), text.charset());
            case LiteralValue.Binary(byte[] bytes) -> written.startsWith("0") ? null : new ParameterValue.Binary(bytes);
        };
    }
}
