package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import java.util.ArrayList;
import java.util.List;

/** The replacements for {@code id}: the column that a shard has, or the expression that makes it an id again. */
public record IdEdits(Edits edits) {
    public static final Fixed LOCAL_ID = Fixed.of(Table.ObjectTable.LOCAL_ID);
    private static final Fixed CAST = Fixed.of("CAST(");
    private static final Fixed OR = Fixed.of(" | ");
    private static final Fixed AS_SIGNED = Fixed.of(" AS SIGNED)");
    private static final Fixed AS_UNSIGNED = Fixed.of(" AS UNSIGNED)");

    /**
     * The distance from the greatest local id to the greatest BIGINT UNSIGNED, which no sum exceeds in any sql_mode.
     */
    private static final String ABOVE_LOCAL = Long.toUnsignedString(-1 - GlobalId.MAX_LOCAL);

    void toLocalId(ColumnUse id) {
        edits.replace(id.nameSpan(), LOCAL_ID);
    }

    /** The same in an expression; a select item around it keeps its name. */
    void toLocalIdInside(ColumnUse id) {
        toLocalId(id);
        keepName(id);
    }

    /** The pieces of the id of a row: {@code CAST(base | local_id AS SIGNED)}, or UNSIGNED as it was declared. */
    public static List<Piece> id(Table.ObjectTable table, List<Piece> qualifier) {
        List<Piece> pieces = new ArrayList<>(before(table));
        pieces.addAll(qualifier);
        pieces.add(LOCAL_ID);
        pieces.add(after(table));
        return pieces;
    }

    private static List<Piece> before(Table.ObjectTable table) {
        return List.of(CAST, new Piece.IdBase(table.type()), OR);
    }

    private static Piece after(Table.ObjectTable table) {
        return table.unsignedIds() ? AS_UNSIGNED : AS_SIGNED;
    }

    /** The id of a row; a select item around it keeps its name. */
    void toExpression(ColumnUse id, Table.ObjectTable table) {
        toCast(id, table);
        keepName(id);
    }

    void toCast(ColumnUse id, Table.ObjectTable table) {
        edits.insert(id.span().from(), before(table).toArray(Piece[]::new));
        toLocalId(id);
        edits.insert(id.span().to(), after(table));
    }

    /**
     * The same for a row that is locked and then changed by its id: an error (1690) where the local id has more bits
     * than an id has room for, since the id would be another row's.
     */
    void toCheckedCast(ColumnUse id, Table.ObjectTable table) {
        edits.insert(id.nameSpan().to(), Fixed.of(" + " + ABOVE_LOCAL + " - " + ABOVE_LOCAL));
        // Placed behind the check, which ends at the same place.
        toCast(id, table);
    }

    /**
     * A server names an item without alias by its text, so an edited one gets its old text as alias. Parentheses around
     * a column don't count.
     */
    void keepName(ColumnUse id) {
        SelectedItem item = id.item();
        if (item == null || item.alias() != null || item.block() != id.block()) {
            return;
        }
        if (edits.isParenthesized(item.span(), id.span())) {
            edits.name(item.span().to(), edits.fixed(id.nameSpan()));
        } else {
            edits.keepName(item.span());
        }
    }
}
