package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.NestedAggregate;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.text.Tokens;

/**
 * Aggregate functions in subqueries that are the statement's own: in {@code SELECT (SELECT SUM(t.n)) FROM t} the sum is
 * one of all rows of {@code t}. An aggregate function belongs to the innermost query of those whose columns it names.
 */
public record OuterAggregates(PlanningContext context) {
    /** Whether there is one that isn't certainly a subquery's. */
    public static boolean mayBeIn(PlanningContext context) {
        OuterAggregates aggregates = new OuterAggregates(context);
        return context.facts().nestedAggregates().stream().anyMatch(call -> !aggregates.isOfSubquery(call));
    }

    private boolean isOfSubquery(NestedAggregate call) {
        return namesNothing(call.argument())
                || context.names()
                        .columnsIn(call.argument())
                        .anyMatch(column -> isSubqueryAround(context.names().blockOf(column), call.block()));
    }

    /** {@code COUNT(*)} and {@code SUM(1)}. */
    private boolean namesNothing(Span argument) {
        Tokens tokens = context.tokens();
        return !tokens.has(tokens.at(argument.from()), tokens.at(argument.to()), tokens::isName);
    }

    /** Columns of queries inside of the argument don't count. */
    private boolean isSubqueryAround(int owner, int block) {
        int around = block;
        while (around > owner && around > 0) {
            around = context.facts().blocks().get(around).parent();
        }
        return around == owner && owner > 0;
    }
}
