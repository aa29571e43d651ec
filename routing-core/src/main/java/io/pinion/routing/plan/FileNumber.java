package io.pinion.routing.plan;

/** What a row of a file needs of its table's sequence. */
public sealed interface FileNumber {
    /** A number that no other row has. */
    record Wanted() implements FileNumber {}

    /**
     * Nothing, but that later numbers are above this one, which it brings along; 0 for one that has none, since its table has
     * no sequence.
     */
    record Given(long number) implements FileNumber {}
}
