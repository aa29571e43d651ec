package io.pinion.routing.analysis.facts;

import java.util.List;

/**
 * The rows of an INSERT or REPLACE.
 *
 * @param columns the columns named, in order, by the spans of their uses; empty when none are
 * @param columnsNamed whether there is a column list (or SET)
 * @param rows the values, a list per row; empty when they come from a query
 * @param fromQuery INSERT … SELECT
 */
public record InsertFacts(
        TableUse table, List<ColumnUse> columns, boolean columnsNamed, List<List<Operand>> rows, boolean fromQuery) {
    public InsertFacts {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
