package io.pinion.routing.analysis.facts;

/**
 * A call of an aggregate function in a subquery.
 *
 * @param block the block of the subquery
 * @param argument the text between its parentheses
 */
public record NestedAggregate(int block, Span argument) {}
