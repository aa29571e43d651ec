package io.pinion.routing.analysis.facts;

/** The value that a column is compared with, or gets. */
public sealed interface Operand {
    Span span();

    /** A literal whose value is not part of the statement's shape; {@code negative} when a minus stands before it. */
    record Constant(int anchor, boolean negative, Span span) implements Operand {}

    /** All literals of an IN list. */
    record ConstantList(int anchor, Span span) implements Operand {}

    /** {@code ?}. */
    record Parameter(Span span) implements Operand {}

    record Null(Span span) implements Operand {}

    record Default(Span span) implements Operand {}

    /** Another column; {@code span} is also what finds its {@link ColumnUse}. */
    record OtherColumn(Span span) implements Operand {}

    /** {@code LAST_INSERT_ID(id)}, by which an object keeps its id and the server reports it. */
    record SameInsertId(Span span) implements Operand {}

    /** A subquery. */
    record Query(int block, Span span) implements Operand {}

    /** Anything else; {@code integer} when it is certainly one. */
    record Computed(Span span, boolean integer) implements Operand {}
}
