package io.pinion.routing.analysis.facts;

import io.pinion.routing.text.BinarySearch;
import java.util.List;
import java.util.Optional;

/**
 * The facts of a statement that routing needs, without the parser's types.
 *
 * @param blocks block 0 is the statement itself
 * @param columns in the order of the text
 * @param items of select lists, and of RETURNING in block 0
 * @param targets the tables that a multi-table DELETE names before its FROM; they are aliases or tables of block 0
 * @param nestedAggregates in the order of the text
 * @param result the steps from a SELECT's rows to its result; empty for other statements, for UNION, and for
 *     unsupported clauses
 */
public record StatementFacts(
        List<QueryBlock> blocks,
        List<ColumnUse> columns,
        List<SelectedItem> items,
        List<StarItem> stars,
        List<Restriction> restrictions,
        List<Conjunct> conjuncts,
        List<TableUse> targets,
        Optional<InsertFacts> insert,
        List<NestedAggregate> nestedAggregates,
        Optional<ResultFacts> result) {
    public StatementFacts {
        blocks = List.copyOf(blocks);
        columns = List.copyOf(columns);
        items = List.copyOf(items);
        stars = List.copyOf(stars);
        restrictions = List.copyOf(restrictions);
        conjuncts = List.copyOf(conjuncts);
        targets = List.copyOf(targets);
        nestedAggregates = List.copyOf(nestedAggregates);
    }

    /** The columns within a range of the text. */
    public List<ColumnUse> columnsIn(Span span) {
        return columns.subList(firstAt(span.from()), firstAt(span.to())).stream()
                .filter(column -> column.span().to() <= span.to())
                .toList();
    }

    /** The number of columns that begin before {@code place}. */
    private int firstAt(int place) {
        return BinarySearch.first(
                columns.size(), column -> columns.get(column).span().from() >= place);
    }
}
