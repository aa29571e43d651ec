package io.pinion.routing.analysis.facts;

/** The result of reading a statement. */
public sealed interface Analysis {
    record Read(StatementFacts facts) implements Analysis {}

    /**
     * The parser doesn't know the grammar of the whole, but what places the rows is read.
     *
     * @param facts of the text without the rest
     * @param reason as of {@link Unreadable}
     */
    record InPart(StatementFacts facts, String reason) implements Analysis {}

    /** The parser or the reader of its tree doesn't know the grammar; MySQL may know it. */
    record Unreadable(String reason) implements Analysis {}
}
