package io.pinion.routing.analysis.facts;

/** A range of the statement's bytes: {@code from} inclusive, {@code to} exclusive, as in its array. */
public record Span(int from, int to) {}
