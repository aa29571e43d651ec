package io.pinion.routing.analysis;

import java.util.List;

/** A condition that can bind a shard key. Spans find the {@link ColumnUse}s. */
public sealed interface Condition {

    /** {@code column = value}, in either order, also {@code <=>}. */
    record Equal(Span column, Operand value) implements Condition {}

    /** {@code column IN (values)}. */
    record OneOf(Span column, List<Operand> values) implements Condition {
        public OneOf {
            values = List.copyOf(values);
        }
    }

    /** {@code a OR b}: each branch is what holds in it. */
    record Either(List<List<Condition>> branches) implements Condition {
        public Either {
            branches = List.copyOf(branches);
        }
    }
}
