package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.Condition;
import io.pinion.routing.analysis.facts.Conjunct;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Restriction;
import io.pinion.routing.analysis.facts.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.CosineSimilarity;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.schema.Column;
import org.jspecify.annotations.Nullable;

/** Collects the conditions that every row fulfils that the statement uses. */
final class ConditionReader {
    private final ParsedTree tree;
    private final Operands operands;
    private final RoleFinder roles;
    private final List<Restriction> restrictions = new ArrayList<>();
    private final List<Conjunct> conjuncts = new ArrayList<>();

    ConditionReader(ParsedTree tree, Operands operands, RoleFinder roles) {
        this.tree = tree;
        this.operands = operands;
        this.roles = roles;
    }

    List<Conjunct> conjuncts() {
        return conjuncts;
    }

    List<Restriction> restrictions() {
        return restrictions;
    }

    void restrict(int block, @Nullable Expression expression, Set<Integer> binds) {
        if (expression == null) {
            return;
        }
        for (Condition condition : conjuncts(expression)) {
            restrictions.add(new Restriction(block, condition, binds));
        }
        addConjuncts(block, expression, binds);
    }

    private void addConjuncts(int block, Expression expression, Set<Integer> binds) {
        if (Operands.withoutParentheses(expression) instanceof AndExpression and) {
            addConjuncts(block, and.getLeftExpression(), binds);
            addConjuncts(block, and.getRightExpression(), binds);
            return;
        }
        Span span = tree.span(expression);
        if (span != null) {
            conjuncts.add(new Conjunct(block, span, binds));
        }
    }

    private List<Condition> conjuncts(Expression expression) {
        List<Condition> found = new ArrayList<>();
        collect(expression, found);
        return found;
    }

    private void collect(Expression expression, List<Condition> found) {
        switch (Operands.withoutParentheses(expression)) {
            case AndExpression and -> {
                collect(and.getLeftExpression(), found);
                collect(and.getRightExpression(), found);
            }
            case EqualsTo equals -> equal(equals, found);
            case CosineSimilarity equals
            when !isNull(equals.getLeftExpression()) && !isNull(equals.getRightExpression()) -> equal(equals, found);
            case InExpression in when !in.isNot() -> oneOf(in, found);
            case OrExpression or -> either(or, found);
            case GreaterThan above -> bounded(above.getLeftExpression(), above.getRightExpression(), true, found);
            case GreaterThanEquals above -> bounded(above.getLeftExpression(), above.getRightExpression(), true, found);
            case MinorThan below -> bounded(below.getLeftExpression(), below.getRightExpression(), false, found);
            case MinorThanEquals below -> bounded(below.getLeftExpression(), below.getRightExpression(), false, found);
            case Between between
            when !between.isNot() -> {
                bounded(between.getLeftExpression(), between.getBetweenExpressionStart(), true, found);
                bounded(between.getLeftExpression(), between.getBetweenExpressionEnd(), false, found);
            }
            case BooleanValue truth when !truth.getValue() -> found.add(new Condition.Never());
            case Expression other
            when operands.read(other) instanceof Operand.Constant constant -> found.add(new Condition.IsTrue(constant));
            default -> {}
        }
    }

    private void bounded(Expression left, Expression right, boolean leftIsAbove, List<Condition> found) {
        Column column = Operands.column(left);
        boolean turned = column == null;
        Column bounded = turned ? Operands.column(right) : column;
        Span span = bounded == null ? null : tree.span(bounded);
        if (span != null && operands.read(turned ? left : right) instanceof Operand.Constant bound) {
            found.add(new Condition.Bounded(span, bound, turned != leftIsAbove));
        }
    }

    private static boolean isNull(Expression expression) {
        return Operands.withoutParentheses(expression) instanceof NullValue;
    }

    private void equal(BinaryExpression equals, List<Condition> found) {
        List<Expression> row = Operands.row(equals.getLeftExpression());
        List<Expression> other = Operands.row(equals.getRightExpression());
        for (int i = 0; i < row.size() && row.size() == other.size(); i++) {
            equal(row.get(i), other.get(i), found);
        }
        if (row.isEmpty() && other.isEmpty()) {
            equal(equals.getLeftExpression(), equals.getRightExpression(), found);
        }
    }

    private void equal(Expression one, Expression other, List<Condition> found) {
        Column left = Operands.column(one);
        Column right = Operands.column(other);
        addEqual(left, other, found);
        if (left == null) {
            addEqual(right, one, found);
        }
        if (left == null
                && right == null
                && operands.read(one) instanceof Operand.Constant first
                && operands.read(other) instanceof Operand.Constant second) {
            found.add(new Condition.SameConstants(first, second));
        }
    }

    private void addEqual(@Nullable Column column, Expression value, List<Condition> found) {
        if (column == null) {
            return;
        }
        Span span = tree.span(column);
        Operand operand = operands.read(value);
        if (span != null && operand != null) {
            found.add(new Condition.Equal(span, operand));
        }
    }

    private void oneOf(InExpression in, List<Condition> found) {
        List<Expression> row = Operands.row(in.getLeftExpression());
        for (int i = 0; i < row.size(); i++) {
            List<Expression> elements = Operands.elementsOfRows(in.getRightExpression(), row.size(), i);
            if (!elements.isEmpty()) {
                oneOf(row.get(i), roles.values(elements), found);
            }
        }
        if (row.isEmpty()) {
            oneOf(in.getLeftExpression(), roles.values(in.getRightExpression()), found);
        }
    }

    private void oneOf(Expression left, @Nullable List<Operand> values, List<Condition> found) {
        Column column = Operands.column(left);
        Span span = column == null ? null : tree.span(column);
        if (span != null && values != null) {
            found.add(new Condition.OneOf(span, values));
        }
    }

    private void either(OrExpression or, List<Condition> found) {
        List<List<Condition>> branches = new ArrayList<>();
        branches(or, branches);
        found.add(new Condition.Either(branches));
    }

    private void branches(Expression expression, List<List<Condition>> branches) {
        if (Operands.withoutParentheses(expression) instanceof OrExpression or) {
            branches(or.getLeftExpression(), branches);
            branches(or.getRightExpression(), branches);
        } else {
            branches.add(conjuncts(expression));
        }
    }
}
