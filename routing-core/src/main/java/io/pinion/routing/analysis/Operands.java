package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.HexValue;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseAnd;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseOr;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseXor;
import net.sf.jsqlparser.expression.operators.arithmetic.Modulo;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;

/** Reads expressions as operands. */
final class Operands {
    private final ParsedTree tree;

    Operands(ParsedTree tree) {
        this.tree = tree;
    }

    /** Null when the expression's place is unknown. */
    @Nullable
    Operand read(Expression expression) {
        Expression inner = withoutParentheses(expression);
        Span span = span(inner);
        if (span == null) {
            return null;
        }
        return switch (inner) {
            case LongValue number -> literal(number, span, false);
            case DoubleValue number -> literal(number, span, false);
            case HexValue hex -> literal(hex, span, false);
            case StringValue string -> literal(string, span, false);
            case SignedExpression signed -> signed(signed, span);
            case JdbcParameter parameter -> parameter(parameter, span);
            case NullValue nothing -> new Operand.Null(span);
            case Column column
            when column.getTable() == null && column.getColumnName().equalsIgnoreCase("DEFAULT") ->
                new Operand.Default(span);
            case Column column -> new Operand.OtherColumn(span);
            case ParenthesedSelect query
            when query.getSelect() instanceof PlainSelect select -> new Operand.Query(tree.blockOf(select), span);
            case Function function when isSameInsertId(function) -> new Operand.SameInsertId(span);
            default -> new Operand.Computed(span, isInteger(inner));
        };
    }

    /** The tree has no nodes for the inside of arithmetic, so its span is that of its operands. */
    private @Nullable Span span(Expression expression) {
        Span span = tree.span(expression);
        if (span == null && expression instanceof BinaryExpression binary) {
            Span left = span(binary.getLeftExpression());
            Span right = span(binary.getRightExpression());
            return left == null || right == null ? null : new Span(left.from(), right.to());
        }
        return span;
    }

    /** The column that an expression is, parentheses aside; else null. */
    static @Nullable Column column(@Nullable Expression expression) {
        return expression != null && withoutParentheses(expression) instanceof Column column ? column : null;
    }

    static Expression withoutParentheses(Expression expression) {
        Expression inner = expression;
        while (inner instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            inner = list.get(0);
        }
        return inner;
    }

    /** The elements of {@code (a, b)} or {@code ROW(a, b)}; none when the expression is no row. */
    static List<Expression> row(Expression expression) {
        return switch (withoutParentheses(expression)) {
            case ParenthesedExpressionList<?> list -> List.copyOf(list);
            case Function function when isRow(function) -> List.copyOf(function.getParameters());
            default -> List.of();
        };
    }

    /** {@code ROW(a, b)} is a function to the parser. */
    static boolean isRow(Function function) {
        return function.getName().equalsIgnoreCase("ROW") && function.getParameters() != null;
    }

    /**
     * The elements at {@code place} of the rows behind IN; none when some elements aren't rows of {@code size}
     * elements.
     */
    static List<Expression> elementsOfRows(Expression rows, int size, int place) {
        List<Expression> elements = new ArrayList<>();
        Collection<? extends Expression> list = rows instanceof ExpressionList<?> several ? several : List.of(rows);
        // The parser drops the parentheses around a single row.
        boolean one = !list.isEmpty()
                && list.stream().allMatch(element -> row(element).isEmpty());
        for (Expression row : one ? List.of(rows) : list) {
            List<Expression> values = row(row);
            if (values.size() != size) {
                return List.of();
            }
            elements.add(values.get(place));
        }
        return elements;
    }

    private Operand literal(Expression literal, Span span, boolean negative) {
        Tokens tokens = tree.tokens();
        int token = tokens.at(span.from());
        while (!isLiteral(tokens, token) && tokens.start(token) < span.to()) {
            token++;
        }
        int anchor = tokens.anchor(token);
        if (anchor == Tokens.NO_ANCHOR) {
            return new Operand.Computed(span, literal instanceof LongValue);
        }
        return tokens.statement().isList(anchor)
                ? new Operand.ConstantList(anchor, span)
                : new Operand.Constant(anchor, negative, span);
    }

    /** A bound parameter below zero counts as a literal too, though its token isn't one. */
    private static boolean isLiteral(Tokens tokens, int token) {
        return tokens.type(token).isLiteral() || tokens.anchor(token) != Tokens.NO_ANCHOR;
    }

    /** A parameter without a value yet is planned as the literal that it will be. */
    private Operand parameter(JdbcParameter parameter, Span span) {
        Tokens tokens = tree.tokens();
        return tokens.anchor(tokens.at(span.from())) == Tokens.NO_ANCHOR
                ? new Operand.Parameter(span)
                : literal(parameter, span, false);
    }

    private Operand signed(SignedExpression signed, Span span) {
        boolean minus = signed.getSign() == '-';
        boolean plus = signed.getSign() == '+';
        Expression number = signed.getExpression();
        if ((minus || plus) && (number instanceof LongValue || isUnset(number, span))) {
            return literal(number, span, minus);
        }
        return new Operand.Computed(span, isInteger(signed));
    }

    /** Whether the operand of the sign at the beginning of {@code signed} is a parameter without a value yet. */
    private boolean isUnset(Expression expression, Span signed) {
        Tokens tokens = tree.tokens();
        return expression instanceof JdbcParameter && tokens.anchor(tokens.at(signed.to()) - 1) != Tokens.NO_ANCHOR;
    }

    private static boolean isSameInsertId(Function function) {
        return function.getName().equalsIgnoreCase("LAST_INSERT_ID")
                && function.getParameters() != null
                && function.getParameters().size() == 1
                && function.getParameters().get(0) instanceof Column column
                && column.getColumnName().replace("`", "").equalsIgnoreCase("id");
    }

    private static boolean isInteger(Expression expression) {
        Expression inner = withoutParentheses(expression);
        return switch (inner) {
            case LongValue number -> true;
            // Its value will be an integer, or the execution is refused.
            case JdbcParameter parameter -> true;
            case BooleanValue truth -> true;
            case SignedExpression signed -> isInteger(signed.getExpression());
            case Addition sum -> isInteger(sum.getLeftExpression()) && isInteger(sum.getRightExpression());
            case Subtraction sum -> isInteger(sum.getLeftExpression()) && isInteger(sum.getRightExpression());
            case Multiplication product ->
                isInteger(product.getLeftExpression()) && isInteger(product.getRightExpression());
            case Modulo modulo -> isInteger(modulo.getLeftExpression()) && isInteger(modulo.getRightExpression());
            case BitwiseAnd bits -> isInteger(bits.getLeftExpression()) && isInteger(bits.getRightExpression());
            case BitwiseOr bits -> isInteger(bits.getLeftExpression()) && isInteger(bits.getRightExpression());
            case BitwiseXor bits -> isInteger(bits.getLeftExpression()) && isInteger(bits.getRightExpression());
            case CastExpression cast
            when cast.getColDataType() != null ->
                switch (cast.getColDataType().getDataType().toUpperCase(Locale.ROOT)) {
                    case "SIGNED", "UNSIGNED", "SIGNED INTEGER", "UNSIGNED INTEGER" -> true;
                    default -> false;
                };
            default -> false;
        };
    }
}
