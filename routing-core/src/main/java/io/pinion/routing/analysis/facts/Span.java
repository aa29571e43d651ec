package io.pinion.routing.analysis.facts;

/** A range of the statement's bytes: {@code from} inclusive, {@code to} exclusive, as in its array. */
public record Span(int from, int to) {
    public boolean contains(Span other) {
        return other.from >= from && other.to <= to;
    }
}
