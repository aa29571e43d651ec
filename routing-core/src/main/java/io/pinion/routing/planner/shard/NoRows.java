package io.pinion.routing.planner.shard;

import io.pinion.routing.analysis.facts.Condition;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Restriction;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.lexer.Mention;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The reasons why a statement reads no row of any shard, whatever the rows are: with {@code LIMIT 0} or {@code WHERE 1
 * = 0} tools ask for the definitions of columns. The constants aren't part of a statement's shape, so they are checked
 * at bind.
 */
public sealed interface NoRows {
    /** Whether the reason holds in this statement. */
    default boolean holds(Request request) {
        return switch (this) {
            case Zero(int anchor) -> integer(request, anchor).equals(OptionalLong.of(0));
            case Unequal(int left, int right) -> {
                OptionalLong one = integer(request, left);
                OptionalLong other = integer(request, right);
                yield one.isPresent() && other.isPresent() && !one.equals(other);
            }
            case Always always -> true;
        };
    }

    /** A constant that is zero: a LIMIT's, or a condition of its own. */
    record Zero(int anchor) implements NoRows {}

    /** Two constants that must be equal and are not. */
    record Unequal(int left, int right) implements NoRows {}

    /** {@code WHERE FALSE}. */
    record Always() implements NoRows {}

    /**
     * The possible reasons in a statement of one block: a subquery's rows could matter in spite of the conditions
     * around it, and SQL_CALC_FOUND_ROWS counts rows that a LIMIT cuts off.
     *
     * @return empty without a possible reason
     */
    static List<NoRows> of(StatementFacts facts, Statement statement) {
        List<NoRows> found = new ArrayList<>();
        if (facts.blocks().size() != 1) {
            return found;
        }
        if (!statement.mentions(Mention.SQL_CALC_FOUND_ROWS)
                && facts.blocks().get(0).rowCount() instanceof Operand.Constant limit) {
            found.add(new Zero(limit.anchor()));
        }
        for (Restriction restriction : facts.restrictions()) {
            boolean bindsAll = facts.blocks().get(0).tables().stream()
                    .allMatch(use -> restriction.binds().contains(use.number()));
            if (bindsAll) {
                add(restriction.condition(), found);
            }
        }
        return found;
    }

    private static void add(Condition condition, List<NoRows> found) {
        switch (condition) {
            case Condition.SameConstants(Operand.Constant left, Operand.Constant right)
            when left.negative() == right.negative() -> found.add(new Unequal(left.anchor(), right.anchor()));
            case Condition.IsTrue(Operand.Constant constant) -> found.add(new Zero(constant.anchor()));
            case Condition.Never never -> found.add(new Always());
            default -> {}
        }
    }

    private static OptionalLong integer(Request request, int anchor) {
        Statement statement = request.statement();
        if (statement.elementCount(anchor) != 1 || !statement.hasValue(anchor, 0)) {
            return OptionalLong.empty();
        }
        return statement.literal(anchor, 0, request.session().charset()) instanceof LiteralValue.Int(long value)
                ? OptionalLong.of(value)
                : OptionalLong.empty();
    }
}
