package io.pinion.routing.analysis.facts;

/** What came of reading a statement. */
public sealed interface Analysis {
    record Read(StatementFacts facts) implements Analysis {}

    /** The parser or the reader of its tree doesn't know the grammar; whether MySQL does is open. */
    record Unreadable(String reason) implements Analysis {}
}
