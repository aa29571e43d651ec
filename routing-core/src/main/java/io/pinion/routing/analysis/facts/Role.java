package io.pinion.routing.analysis.facts;

import java.util.List;

/**
 * The part that a column plays in a statement. {@link Computed}, which fits any use, stands for every unrecognised one.
 */
public sealed interface Role {

    /** The whole of a select item. */
    record Selected() implements Role {}

    /** One side of {@code =}, {@code <>}, {@code !=} or {@code <=>}. {@code whole} is the comparison. */
    record Equated(Operand other, Span whole, boolean plainEquals) implements Role {}

    /** One side of {@code <}, {@code <=}, {@code >} or {@code >=}. */
    record Ordered(Operand other) implements Role {}

    /** {@code column [NOT] IN (values)}. */
    record Member(List<Operand> values) implements Role {
        public Member {
            values = List.copyOf(values);
        }
    }

    /** {@code column [NOT] BETWEEN low AND high}. */
    record Within(Operand low, Operand high) implements Role {}

    /** {@code column IS [NOT] NULL}. */
    record NullTested() implements Role {}

    /** An element of GROUP BY. */
    record GroupedBy() implements Role {}

    /** An element of a block's ORDER BY. */
    record SortedBy() implements Role {}

    /** An element of a window's PARTITION BY or ORDER BY, where names mean the table's columns only. */
    record Windowed() implements Role {}

    /** An element of a UNION's ORDER BY, which names a column of the result. */
    record ResultSortedBy() implements Role {}

    /** In HAVING, where names of the select list take precedence. */
    record Filtered() implements Role {}

    /** The left side of an assignment of UPDATE, INSERT … SET or ON DUPLICATE KEY UPDATE. */
    record Assigned(Operand value, boolean onDuplicateKey) implements Role {}

    /** In the column list of INSERT. */
    record Inserted() implements Role {}

    /** The column of {@code VALUES(column)} in ON DUPLICATE KEY UPDATE. */
    record ValuesOf() implements Role {}

    /** In USING (…). */
    record JoinedUsing() implements Role {}

    /** In row constructors and other places where no expression can simply replace its value. */
    record InRow() implements Role {}

    /** Anywhere in an expression. */
    record Computed() implements Role {}
}
