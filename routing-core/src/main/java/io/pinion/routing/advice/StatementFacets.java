package io.pinion.routing.advice;

import java.util.List;
import java.util.Set;

/**
 * What a shape says about tables and columns: hints for a proposal, which say nothing of where it goes.
 *
 * @param tables of the database that its words may name
 * @param written those of them that it changes
 * @param tested columns that are compared with values
 * @param joined columns that are compared with each other
 */
record StatementFacets(Set<String> tables, Set<String> written, List<ColumnName> tested, List<EqualColumns> joined) {
    static final StatementFacets NONE = new StatementFacets(Set.of(), Set.of(), List.of(), List.of());

    StatementFacets {
        tables = Set.copyOf(tables);
        written = Set.copyOf(written);
        tested = List.copyOf(tested);
        joined = List.copyOf(joined);
    }

    /** A column, by names as the table's definition has them. */
    record ColumnName(String table, String column) {}

    /** Two columns that are equal. */
    record EqualColumns(ColumnName one, ColumnName other) {}
}
