package io.pinion.routing.analysis.facts;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One SELECT, or the UPDATE, DELETE or INSERT itself.
 *
 * @param number its index in the statement's list
 * @param parent the block around it, or -1
 * @param derived its derived tables and uses of common table expressions
 * @param distinct SELECT DISTINCT
 * @param united a branch of a UNION
 * @param rowCount how many rows its LIMIT leaves; null without one
 * @param natural it has a NATURAL join or USING, which merge columns
 */
public record QueryBlock(
        int number,
        int parent,
        List<TableUse> tables,
        List<DerivedTable> derived,
        boolean distinct,
        boolean united,
        @Nullable Operand rowCount,
        boolean natural) {
    public QueryBlock {
        tables = List.copyOf(tables);
        derived = List.copyOf(derived);
    }
}
