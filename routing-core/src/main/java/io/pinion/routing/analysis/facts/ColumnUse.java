package io.pinion.routing.analysis.facts;

import org.jspecify.annotations.Nullable;

/**
 * A use of a column by its name.
 *
 * @param block the query block it stands in; it may belong to a table of an enclosing one
 * @param qualifier the table or alias written before it, if any
 * @param span the whole reference
 * @param nameSpan the column's own name, the last part of the reference
 * @param item the select item it is part of, if any
 */
public record ColumnUse(
        int block,
        @Nullable String schema,
        @Nullable Span schemaSpan,
        @Nullable String qualifier,
        String name,
        Span span,
        Span nameSpan,
        Role role,
        @Nullable SelectedItem item) {}
