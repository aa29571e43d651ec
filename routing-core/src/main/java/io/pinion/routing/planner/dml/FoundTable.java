package io.pinion.routing.planner.dml;

import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.plan.RowKey;
import io.pinion.routing.planner.dml.Assignments.Assignment;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.SqlNames;
import java.util.ArrayList;
import java.util.List;

/**
 * A table whose rows a query finds, so that they are changed by their keys.
 *
 * @param assigned in order; empty for a DELETE
 * @param carried the assignments whose values the query returns
 */
record FoundTable(TableUse use, List<RowKey> keys, List<Assignment> assigned, List<Assignment> carried) {
    FoundTable {
        keys = List.copyOf(keys);
        assigned = List.copyOf(assigned);
        carried = List.copyOf(carried);
    }

    /** The beginning of a statement on this table alone. */
    List<Piece> head(Edits edits, boolean update, boolean ignores) {
        String ignore = ignores ? " IGNORE" : "";
        if (!update) {
            return List.of(Fixed.of("DELETE" + ignore + " FROM "), edits.own(use.span()));
        }
        return List.of(
                Fixed.of("UPDATE" + ignore + " "),
                edits.own(use.span()),
                Fixed.of(use.alias() == null ? " SET" : " AS " + SqlNames.quoted(use.alias()) + " SET"));
    }

    /** @param order the text behind the condition */
    MultiShardStrategy.Changed changed(Edits edits, List<Piece> head, List<Piece> order, boolean update) {
        return new MultiShardStrategy.Changed(
                keys,
                texts(edits, head),
                carried.stream().map(Assignment::typeWord).toList(),
                order,
                update);
    }

    /** The statement up to its condition, cut where carried values stand. */
    private List<List<Piece>> texts(Edits edits, List<Piece> head) {
        List<Piece> text = new ArrayList<>(head);
        List<List<Piece>> texts = new ArrayList<>();
        String separator = " ";
        for (Assignment assignment : assigned) {
            text.add(Fixed.of(separator));
            separator = ", ";
            if (carried.contains(assignment)) {
                text.add(edits.own(assignment.beginning()));
                texts.add(text);
                text = new ArrayList<>();
            } else {
                text.add(edits.own(assignment.whole()));
            }
        }
        text.add(Fixed.of(" WHERE "));
        texts.add(text);
        return texts;
    }
}
