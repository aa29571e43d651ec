package io.pinion.routing.template;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values bound to the {@code ?} of LIMIT and OFFSET, as the integers that servers read them as (measured on MySQL
 * 9.7 and MariaDB 11.4): many drivers bind numbers as text, which a LIMIT with literals doesn't take.
 */
public sealed interface BoundCounts {
    /** A count in the form that a client binds as text. */
    Pattern COUNT = Pattern.compile(" *\\+?[0-9]{1,40} *");

    /** The way of binding, which servers tell apart. */
    enum Way {
        /** By the protocol. */
        COMMAND("mysqld_stmt_execute"),
        /** By the user variables of an EXECUTE. */
        VARIABLES("EXECUTE");

        private final String name;

        Way(String name) {
            this.name = name;
        }
    }

    /** All values bound to the statement, with integers as LIMIT's and OFFSET's; the bound ones if they are such. */
    record Counted(Parameters values) implements BoundCounts {}

    record Refusal(Refused refused) implements BoundCounts {}

    static BoundCounts of(Statement statement, SqlDialect dialect, Way way) {
        Parameters bound = statement.parameters();
        List<ParameterValue> values = new ArrayList<>(bound.size());
        boolean same = true;
        Tokens tokens = null;
        for (int parameter = 0; parameter < bound.size(); parameter++) {
            ParameterValue value = bound.value(parameter);
            if (!isWhole(value)) {
                tokens = tokens == null ? Tokens.of(statement) : tokens;
                if (isCount(tokens, tokens.at(statement.parameterPlace(parameter)))) {
                    ParameterValue count = way == Way.COMMAND ? count(value, dialect) : ofVariable(value, dialect);
                    if (count == null) {
                        return new Refusal(refusal(value, dialect, way));
                    }
                    value = count;
                    same = false;
                }
            }
            values.add(value);
        }
        return new Counted(same ? bound : Parameters.of(values));
    }

    /** A number that needs no other form; most are. */
    private static boolean isWhole(ParameterValue value) {
        return value instanceof ParameterValue.Unsigned
                || (value instanceof ParameterValue.Int(long number) && number >= 0);
    }

    private static boolean isCount(Tokens tokens, int token) {
        return tokens.isWord(token - 1, "LIMIT")
                || tokens.isWord(token - 1, "OFFSET")
                || tokens.isWord(token - 1, "EXAMINED")
                || tokens.isWord(token - 2, "FETCH")
                || (tokens.isSymbol(token - 1, ",") && tokens.isWord(token - 3, "LIMIT"));
    }

    /** Null for a value that a server refuses, or converts to another number. */
    private static @Nullable ParameterValue count(ParameterValue value, SqlDialect dialect) {
        boolean lenient = dialect == SqlDialect.MARIADB;
        return switch (value) {
            case ParameterValue.Null nothing -> new ParameterValue.Int(0);
            case ParameterValue.Unsigned number -> number;
            // MariaDB ignores the sign, so -1 is the largest count.
            case ParameterValue.Int(long number) -> number >= 0 || lenient ? new ParameterValue.Unsigned(number) : null;
            case ParameterValue.Text text -> digits(text.bytes());
            case ParameterValue.Binary(byte[] bytes) -> digits(bytes);
            case ParameterValue.Decimal(String text) -> lenient ? rounded(text) : null;
            case ParameterValue.Real(double number) -> lenient ? integer(Math.rint(number)) : null;
            case ParameterValue.Temporal temporal -> null;
        };
    }

    /** MySQL takes integers alone. MariaDB takes no integer that a BIGINT hasn't, and cuts doubles off. */
    private static @Nullable ParameterValue ofVariable(ParameterValue value, SqlDialect dialect) {
        boolean lenient = dialect == SqlDialect.MARIADB;
        return switch (value) {
            case ParameterValue.Int negative -> null;
            case ParameterValue.Text text
            when lenient && digits(text.bytes()) instanceof ParameterValue.Unsigned(long number) && number >= 0 ->
                new ParameterValue.Int(number);
            case ParameterValue.Text text -> null;
            case ParameterValue.Real(double number) -> lenient ? integer(number) : null;
            default -> count(value, dialect);
        };
    }

    private static @Nullable ParameterValue rounded(String decimal) {
        return digits(new BigDecimal(decimal).setScale(0, RoundingMode.HALF_UP).toPlainString());
    }

    private static @Nullable ParameterValue integer(double number) {
        return number > -1 && number < Long.MAX_VALUE ? new ParameterValue.Int((long) number) : null;
    }

    private static @Nullable ParameterValue digits(byte[] text) {
        return digits(new String(text, StandardCharsets.ISO_8859_1));
    }

    private static @Nullable ParameterValue digits(String text) {
        if (!COUNT.matcher(text).matches()) {
            return null;
        }
        BigInteger number = new BigInteger(text.strip());
        return number.bitLength() <= Long.SIZE ? new ParameterValue.Unsigned(number.longValue()) : null;
    }

    private static Refused refusal(ParameterValue value, SqlDialect dialect, Way way) {
        if (value instanceof ParameterValue.Int && dialect == SqlDialect.MYSQL) {
            String kind = way == Way.COMMAND ? "SIGNED INTEGER" : "unsigned integer";
            return new Refused(1690, "22003", kind + " value is out of range in '" + way.name + "'");
        }
        return Refusals.otherArguments(way.name);
    }
}
