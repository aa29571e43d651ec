package io.pinion.routing.analysis.facts;

import org.jspecify.annotations.Nullable;

/** {@code *} or {@code p.*} in a select list. */
public record StarItem(int block, @Nullable String qualifier, Span span) {}
