package io.pinion.routing.planner.gather;

import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.GatheredColumn;
import io.pinion.routing.planner.names.IdEdits;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.SqlNames;
import java.util.ArrayList;
import java.util.List;

/**
 * A shard's table as clients know it, written as a derived table: for statements that a shard can describe though it
 * could never run them.
 */
final class ShardView {
    private ShardView() {}

    /** Replaces a table's use with it. */
    static void replace(TableUse use, Table table, List<GatheredColumn> columns, Edits edits) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(Fixed.of("(SELECT "));
        for (int i = 0; i < columns.size(); i++) {
            pieces.add(Fixed.of(i == 0 ? "" : ", "));
            GatheredColumn column = columns.get(i);
            if (table instanceof Table.ObjectTable object && column.name().equals(Table.ObjectTable.ID)) {
                pieces.addAll(IdEdits.id(object, List.of()));
                pieces.add(Fixed.of(" AS " + Table.ObjectTable.ID));
            } else {
                pieces.add(Fixed.of(SqlNames.quoted(column.name())));
            }
        }
        pieces.add(Fixed.of(" FROM "));
        pieces.add(new Piece.ShardDatabase());
        pieces.add(Fixed.of("."));
        pieces.add(edits.fixed(use.nameSpan()));
        pieces.add(Fixed.of(")"));
        CommonTablePlanning.named(edits, use, pieces);
    }
}
