package io.pinion.routing.analysis.facts;

import java.util.List;

/** A condition that can bind a shard key, or that no row fulfils. Spans find the {@link ColumnUse}s. */
public sealed interface Condition {

    /** {@code column = value}, in either order, also {@code <=>}. */
    record Equal(Span column, Operand value) implements Condition {}

    /** {@code column IN (values)}. */
    record OneOf(Span column, List<Operand> values) implements Condition {
        public OneOf {
            values = List.copyOf(values);
        }
    }

    /**
     * {@code column > bound}, {@code >=}, {@code <} or {@code <=}, in either order; BETWEEN is two of them.
     *
     * @param lower the column isn't below the bound, else it isn't above
     */
    record Bounded(Span column, Operand.Constant bound, boolean lower) implements Condition {}

    /** {@code 1 = 0}: tools use it to get nothing but the definitions of columns. */
    record SameConstants(Operand.Constant left, Operand.Constant right) implements Condition {}

    /** A constant alone, {@code WHERE 0}. */
    record IsTrue(Operand.Constant constant) implements Condition {}

    /** {@code FALSE}. */
    record Never() implements Condition {}

    /** {@code a OR b}: each branch is a list of the conditions that hold in it. */
    record Either(List<List<Condition>> branches) implements Condition {
        public Either {
            branches = List.copyOf(branches);
        }
    }
}
