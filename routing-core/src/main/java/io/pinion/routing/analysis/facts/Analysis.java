package io.pinion.routing.analysis.facts;

/** The result of reading a statement. */
public sealed interface Analysis {
    record Read(StatementFacts facts) implements Analysis {}

    /** The parser or the reader of its tree doesn't know the grammar; MySQL may know it. */
    record Unreadable(String reason) implements Analysis {}
}
