package io.pinion.routing.analysis.facts;

import org.jspecify.annotations.Nullable;

/**
 * A use of a table by its name.
 *
 * @param number counts the tables of the statement from 0
 * @param block the query block whose FROM it stands in
 * @param schema the database written before it, if any
 * @param alias the alias that the block gives it, if any
 * @param nullable true on the side of an outer join that may be filled up with NULLs
 */
public record TableUse(
        int number,
        int block,
        @Nullable String schema,
        @Nullable Span schemaSpan,
        String name,
        Span nameSpan,
        @Nullable String alias,
        boolean nullable) {

    /** The name as it is written, with its database. */
    public Span span() {
        return schemaSpan == null ? nameSpan : new Span(schemaSpan.from(), nameSpan.to());
    }

    /** The name that qualifies its columns. */
    public String label() {
        return alias == null ? name : alias;
    }
}
