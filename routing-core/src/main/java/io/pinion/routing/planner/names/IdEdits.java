package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;

/** The replacements for {@code id}: the column that a shard has, or the expression that makes it an id again. */
public final class IdEdits {
    public static final Fixed LOCAL_ID = Fixed.of(Table.ObjectTable.LOCAL_ID);
    public static final Fixed CAST = Fixed.of("CAST(");
    public static final Fixed OR = Fixed.of(" | ");
    public static final Fixed AS_SIGNED = Fixed.of(" AS SIGNED)");

    /**
     * The distance from the greatest local id to the greatest BIGINT UNSIGNED, which no sum exceeds in any sql_mode.
     */
    private static final String ABOVE_LOCAL = Long.toUnsignedString(-1 - GlobalId.MAX_LOCAL);

    private final Edits edits;

    IdEdits(Edits edits) {
        this.edits = edits;
    }

    void toLocalId(ColumnUse id) {
        edits.replace(id.nameSpan(), LOCAL_ID);
    }

    /** {@code CAST(base | local_id AS SIGNED)}; a select item around it keeps its name. */
    void toExpression(ColumnUse id, int type) {
        toCast(id, type);
        keepName(id);
    }

    void toCast(ColumnUse id, int type) {
        edits.insert(id.span().from(), CAST, new Piece.IdBase(type), OR);
        toLocalId(id);
        edits.insert(id.span().to(), AS_SIGNED);
    }

    /**
     * The same for a row that is locked and then changed by its id: an error (1690) where the local id has more bits
     * than an id has room for, since the id would be another row's.
     */
    void toCheckedCast(ColumnUse id, int type) {
        edits.insert(id.nameSpan().to(), Fixed.of(" + " + ABOVE_LOCAL + " - " + ABOVE_LOCAL));
        // Placed behind the check, which ends at the same place.
        toCast(id, type);
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
