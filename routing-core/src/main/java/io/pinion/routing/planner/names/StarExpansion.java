package io.pinion.routing.planner.names;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.StarItem;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.SqlNames;
import java.util.ArrayList;
import java.util.List;

/** Writes out {@code *} and {@code p.*} where they include an object table, whose first column is another on shards. */
public record StarExpansion(StatementFacts facts, Names names, Edits edits) {
    public void expandAll() {
        for (StarItem star : facts.stars()) {
            QueryBlock block = facts.blocks().get(star.block());
            List<TableUse> meant = block.tables().stream()
                    .filter(use -> star.qualifier() == null || use.label().equals(star.qualifier()))
                    .toList();
            if (meant.stream().anyMatch(use -> names.table(use) instanceof Table.ObjectTable)) {
                expand(star, block, meant);
            }
        }
    }

    private void expand(StarItem star, QueryBlock block, List<TableUse> meant) {
        if (block.natural()) {
            throw unsupported("* with NATURAL JOIN or USING is not supported for object tables: name the columns");
        }
        if (star.qualifier() == null && !block.derived().isEmpty()) {
            throw unsupported("* over object tables and derived tables is not supported: write t.* for each");
        }
        boolean qualify = star.qualifier() != null || block.tables().size() > 1;
        List<Piece> pieces = new ArrayList<>();
        for (TableUse use : meant) {
            if (!pieces.isEmpty()) {
                pieces.add(Fixed.of(", "));
            }
            if (names.table(use) instanceof Table.ObjectTable object) {
                columns(object, qualify ? SqlNames.quoted(use.label()) + "." : "", pieces);
            } else {
                pieces.add(Fixed.of(SqlNames.quoted(use.label()) + ".*"));
            }
        }
        edits.replace(star.span(), pieces.toArray(Piece[]::new));
    }

    private static void columns(Table.ObjectTable table, String qualifier, List<Piece> pieces) {
        if (table.columns().isEmpty()) {
            throw unsupported("the columns of " + table.name()
                    + " are not known, so * can't be answered: name the columns, or state them in the topology");
        }
        boolean first = true;
        for (Column column : table.columns()) {
            if (column.isInvisible()) {
                continue;
            }
            if (!first) {
                pieces.add(Fixed.of(", "));
            }
            first = false;
            if (column.name().equalsIgnoreCase(Table.ObjectTable.LOCAL_ID)) {
                pieces.addAll(IdEdits.id(table, List.of(Fixed.of(qualifier))));
                pieces.add(Fixed.of(" AS " + Table.ObjectTable.ID));
            } else {
                pieces.add(Fixed.of(qualifier + SqlNames.quoted(column.name())));
            }
        }
    }
}
