package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.RowConstructor;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.CosineSimilarity;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;
import org.jspecify.annotations.Nullable;

/**
 * Finds the roles of columns inside expressions; subqueries are blocks of their own, so their expressions are left out.
 */
final class RoleFinder extends ExpressionVisitorAdapter<@Nullable Void> {
    private final ParsedTree tree;
    private final Operands operands;
    private final Consumer<Select> subqueries;
    private final IdentityHashMap<Column, Role> roles = new IdentityHashMap<>();

    /** @param subqueries gets each subquery found */
    RoleFinder(ParsedTree tree, Operands operands, Consumer<Select> subqueries) {
        this.subqueries = subqueries;
        this.tree = tree;
        this.operands = operands;
    }

    Role roleOf(Column column) {
        return roles.getOrDefault(column, new Role.Computed());
    }

    void set(Column column, Role role) {
        roles.put(column, role);
    }

    void setIfColumn(@Nullable Expression expression, Role role) {
        Column column = Operands.column(expression);
        if (column != null) {
            set(column, role);
        }
    }

    /** Of an expression that is more than a column, finds the roles inside. */
    void setOrRead(Expression expression, Role role) {
        Column column = Operands.column(expression);
        if (column != null) {
            set(column, role);
        } else {
            read(expression);
        }
    }

    void read(@Nullable Expression expression) {
        if (expression != null) {
            expression.accept(this, null);
        }
    }

    void readAll(@Nullable Collection<? extends Expression> expressions) {
        if (expressions != null) {
            expressions.forEach(this::read);
        }
    }

    @Override
    protected <S> @Nullable Void visitBinaryExpression(BinaryExpression expression, S context) {
        switch (expression) {
            case EqualsTo equals -> equated(equals, true);
            case NotEqualsTo differs -> equated(differs, false);
            case GreaterThan above -> ordered(above);
            case GreaterThanEquals above -> ordered(above);
            case MinorThan below -> ordered(below);
            case MinorThanEquals below -> ordered(below);
            default -> {}
        }
        super.visitBinaryExpression(expression, context);
        if (expression instanceof EqualsTo equals) {
            equatedRows(equals);
        }
        return null;
    }

    /** The parser's node for {@code <=>}. */
    @Override
    public <S> @Nullable Void visit(CosineSimilarity equals, S context) {
        equated(equals, false);
        return super.visit(equals, context);
    }

    private void equated(BinaryExpression comparison, boolean plain) {
        Span whole = tree.span(comparison);
        equated(comparison.getLeftExpression(), comparison.getRightExpression(), whole, plain);
        equated(comparison.getRightExpression(), comparison.getLeftExpression(), whole, plain);
    }

    /** Rows are equal when each of their elements is. */
    private void equatedRows(EqualsTo comparison) {
        List<Expression> left = Operands.row(comparison.getLeftExpression());
        List<Expression> right = Operands.row(comparison.getRightExpression());
        Span whole = tree.span(comparison);
        for (int i = 0; i < left.size() && left.size() == right.size(); i++) {
            // Each part is an element of a row, so it can't become two comparisons.
            equated(left.get(i), right.get(i), whole, false);
            equated(right.get(i), left.get(i), whole, false);
        }
    }

    private void equated(Expression side, Expression other, @Nullable Span whole, boolean plain) {
        Column column = Operands.column(side);
        if (column == null) {
            return;
        }
        Operand operand = operands.read(other);
        set(column, operand == null || whole == null ? new Role.InRow() : new Role.Equated(operand, whole, plain));
    }

    private void ordered(BinaryExpression comparison) {
        ordered(comparison.getLeftExpression(), comparison.getRightExpression());
        ordered(comparison.getRightExpression(), comparison.getLeftExpression());
    }

    private void ordered(Expression side, Expression other) {
        Column column = Operands.column(side);
        if (column != null) {
            Operand operand = operands.read(other);
            set(column, operand == null ? new Role.InRow() : new Role.Ordered(operand));
        }
    }

    @Override
    public <S> @Nullable Void visit(InExpression in, S context) {
        Column column = Operands.column(in.getLeftExpression());
        if (column != null) {
            List<Operand> values = values(in.getRightExpression());
            set(column, values == null ? new Role.InRow() : new Role.Member(values));
        }
        super.visit(in, context);
        memberRows(in);
        return null;
    }

    private void memberRows(InExpression in) {
        List<Expression> row = Operands.row(in.getLeftExpression());
        for (int i = 0; i < row.size(); i++) {
            Column column = Operands.column(row.get(i));
            List<Operand> values =
                    column == null ? null : values(Operands.elementsOfRows(in.getRightExpression(), row.size(), i));
            if (column != null && values != null && !values.isEmpty()) {
                set(column, new Role.Member(values));
            }
        }
    }

    /** The values behind IN, or null when the place of one is unknown. */
    @Nullable
    List<Operand> values(Expression right) {
        return values(right instanceof ExpressionList<?> several ? several : List.of(right));
    }

    /** Null when the place of one is unknown. */
    @Nullable
    List<Operand> values(Collection<? extends Expression> list) {
        List<Operand> values = new ArrayList<>();
        for (Expression value : list) {
            Operand operand = operands.read(value);
            if (operand == null) {
                return null;
            }
            values.add(operand);
        }
        return values;
    }

    @Override
    public <S> @Nullable Void visit(Between between, S context) {
        Expression start = between.getBetweenExpressionStart();
        Expression end = between.getBetweenExpressionEnd();
        Column column = Operands.column(between.getLeftExpression());
        if (column != null) {
            Operand low = operands.read(start);
            Operand high = operands.read(end);
            set(column, low == null || high == null ? new Role.InRow() : new Role.Within(low, high));
        } else {
            inRow(List.of(start, end));
        }
        return super.visit(between, context);
    }

    @Override
    public <S> @Nullable Void visit(IsNullExpression test, S context) {
        setIfColumn(test.getLeftExpression(), new Role.NullTested());
        return super.visit(test, context);
    }

    @Override
    public <S> @Nullable Void visit(CaseExpression cases, S context) {
        setIfColumn(cases.getSwitchExpression(), new Role.InRow());
        return super.visit(cases, context);
    }

    @Override
    public <S> @Nullable Void visit(ExpressionList<? extends Expression> list, S context) {
        if (list instanceof ParenthesedExpressionList<?> row && row.size() > 1) {
            inRow(row);
        }
        return super.visit(list, context);
    }

    @Override
    public <S> @Nullable Void visit(RowConstructor<? extends Expression> row, S context) {
        inRow(row);
        return super.visit(row, context);
    }

    private void inRow(Collection<? extends Expression> row) {
        row.forEach(element -> setIfColumn(element, new Role.InRow()));
    }

    @Override
    public <S> @Nullable Void visit(Function function, S context) {
        if (function.getName().equalsIgnoreCase("VALUES") && function.getParameters() != null) {
            function.getParameters().forEach(parameter -> setIfColumn(parameter, new Role.ValuesOf()));
            return null;
        }
        if (Operands.isRow(function)) {
            inRow(Operands.row(function));
        }
        return super.visit(function, context);
    }

    @Override
    public <S> @Nullable Void visit(AnalyticExpression window, S context) {
        // A frame with a numeric PRECEDING computes with the column, so the column must stay signed.
        if (window.getWindowElement() == null) {
            if (window.getPartitionExpressionList() != null) {
                window.getPartitionExpressionList().forEach(element -> setIfColumn(element, new Role.Windowed()));
            }
            if (window.getOrderByElements() != null) {
                window.getOrderByElements()
                        .forEach(element -> setIfColumn(element.getExpression(), new Role.Windowed()));
            }
        }
        return super.visit(window, context);
    }

    @Override
    public <S> @Nullable Void visit(ParenthesedSelect select, S context) {
        subqueries.accept(select);
        return null;
    }

    @Override
    public <S> @Nullable Void visit(Select select, S context) {
        subqueries.accept(select);
        return null;
    }
}
