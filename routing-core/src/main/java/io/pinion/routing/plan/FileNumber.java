package io.pinion.routing.plan;

/** A file row's need for a number of its table's sequence. */
public sealed interface FileNumber {
    /** The row needs a new number. */
    record Wanted() implements FileNumber {}

    /** The row brings a number along, and later numbers must be above it; 0 for a row of a table without a sequence. */
    record Given(long number) implements FileNumber {}
}
