package io.pinion.routing.analysis.facts;

import org.jspecify.annotations.Nullable;

/**
 * One element of a select list, {@code *} excepted.
 *
 * @param span the expression and its alias
 * @param column true when the expression is nothing but a column
 */
public record SelectedItem(int block, Span span, @Nullable String alias, boolean column) {}
