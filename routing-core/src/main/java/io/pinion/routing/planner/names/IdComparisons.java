package io.pinion.routing.planner.names;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.Piece.LocalBound.Side;
import io.pinion.routing.template.UnplannableException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of {@code id}: with constants, which are made local, and with other expressions that are certainly
 * integers.
 */
public final class IdComparisons {
    private final StatementFacts facts;
    private final Names names;
    private final Edits edits;
    private final IdEdits ids;
    private final List<IdCheck> checks = new ArrayList<>();

    IdComparisons(StatementFacts facts, Names names, Edits edits, IdEdits ids) {
        this.facts = facts;
        this.names = names;
        this.edits = edits;
        this.ids = ids;
    }

    /** The checks of the constants that were made local. */
    List<IdCheck> checks() {
        return checks;
    }

    void equated(ColumnUse id, Table.ObjectTable table, Role.Equated equated) {
        switch (equated.other()) {
            case Operand.Constant(int anchor, boolean negative, Span span) -> {
                ids.toLocalId(id);
                convert(table, anchor, negative, span);
                ids.keepName(id);
            }
            case Operand.Null nothing -> {
                ids.toLocalId(id);
                ids.keepName(id);
            }
            case Operand.OtherColumn(Span span) -> equatedToColumn(id, table, equated, span);
            case Operand.Computed(Span span, boolean integer) when integer -> ids.toExpression(id, table);
            case Operand.Query query -> comparedWithQuery(id, table, query);
            case Operand.Parameter parameter -> throw parameter();
            case Operand.ConstantList list -> throw unsupported("id can't be compared with a list here: write IN (…)");
            case Operand.Computed computed -> throw notInteger();
            case Operand.SameInsertId same -> throw notInteger();
            case Operand.Default unset -> throw notInteger();
        }
    }

    private void equatedToColumn(ColumnUse id, Table.ObjectTable table, Role.Equated equated, Span span) {
        ColumnUse other = names.columnAt(span);
        Names.Origin origin = other == null ? null : names.origin(other);
        if (other == null || origin == null) {
            throw unknownColumn(other);
        }
        Table owner = origin.table();
        boolean derived = !origin.column().equals(other);
        if (!derived && Names.isObjectId(other, owner)) {
            if (((Table.ObjectTable) owner).type() == table.type()) {
                ids.toLocalId(id);
            } else {
                ids.toCast(id, table);
            }
            ids.keepName(id);
            return;
        }
        if (!origin.isInteger()) {
            throw unknownColumn(other);
        }
        if (equated.plainEquals() && other.schema() == null && id.schema() == null) {
            joined(id, table, other, equated.whole());
        } else {
            ids.toCast(id, table);
        }
        ids.keepName(id);
    }

    /**
     * {@code b.id = m.board_id} becomes {@code (b.local_id = (m.board_id ^ base) AND m.board_id = CAST(base |
     * b.local_id AS SIGNED))}: the halves mean the same, and each allows another index. A local id is below 2^36, where
     * the base has no bit, so the x-or removes the base; of any other id it leaves a number that is no local id.
     */
    private void joined(ColumnUse id, Table.ObjectTable table, ColumnUse other, Span whole) {
        edits.insert(whole.from(), Fixed.of("("));
        ids.toLocalId(id);
        edits.insert(other.span().from(), Fixed.of("("));
        edits.insert(other.span().to(), Fixed.of(" ^ "), new Piece.IdBase(table.type()), Fixed.of(")"));
        List<Piece> again = new ArrayList<>(List.of(Fixed.of(" AND "), edits.fixed(other.span()), Fixed.of(" = ")));
        boolean qualified = id.nameSpan().from() > id.span().from();
        again.addAll(IdEdits.id(
                table,
                qualified
                        ? List.of(edits.fixed(
                                new Span(id.span().from(), id.nameSpan().from())))
                        : List.of()));
        again.add(Fixed.of(")"));
        edits.insert(whole.to(), again.toArray(Piece[]::new));
    }

    void ordered(ColumnUse id, Table.ObjectTable table, List<Operand> bounds) {
        if (bounds.stream().allMatch(Operand.Constant.class::isInstance)) {
            ids.toLocalId(id);
            for (int i = 0; i < bounds.size(); i++) {
                Operand.Constant constant = (Operand.Constant) bounds.get(i);
                checks.add(new IdCheck.IsInteger(constant.anchor(), constant.negative()));
                edits.replace(
                        constant.span(),
                        new Piece.LocalBound(table.type(), constant.anchor(), constant.negative(), side(bounds, i)));
            }
            ids.keepName(id);
            return;
        }
        for (Operand bound : bounds) {
            mustBeInteger(bound);
        }
        ids.toExpression(id, table);
    }

    private static Side side(List<Operand> bounds, int index) {
        if (bounds.size() == 1) {
            return Side.ANY;
        }
        return index == 0 ? Side.LOW : Side.HIGH;
    }

    void member(ColumnUse id, Table.ObjectTable table, List<Operand> values) {
        boolean constants = values.stream()
                .allMatch(value -> value instanceof Operand.Constant
                        || value instanceof Operand.ConstantList
                        || value instanceof Operand.Null);
        if (!constants) {
            for (Operand value : values) {
                if (value instanceof Operand.Query query) {
                    mustSelectIds(query);
                } else {
                    mustBeInteger(value);
                }
            }
            ids.toExpression(id, table);
            return;
        }
        ids.toLocalId(id);
        for (Operand value : values) {
            switch (value) {
                case Operand.Constant(int anchor, boolean negative, Span span) ->
                    convert(table, anchor, negative, span);
                case Operand.ConstantList(int anchor, Span span) -> convert(table, anchor, false, span);
                default -> {}
            }
        }
        ids.keepName(id);
    }

    private void convert(Table.ObjectTable table, int anchor, boolean negative, Span span) {
        checks.add(new IdCheck.IsId(anchor, negative, table.type()));
        edits.replace(span, new Piece.LocalIds(table.type(), anchor, negative));
    }

    /** Accepts NULL, integer expressions and integer columns; a constant beside an expression is refused. */
    private void mustBeInteger(Operand operand) {
        switch (operand) {
            case Operand.Computed(Span span, boolean integer) when integer -> {}
            case Operand.Null nothing -> {}
            case Operand.OtherColumn(Span span) -> {
                ColumnUse other = names.columnAt(span);
                Names.Origin origin = other == null ? null : names.origin(other);
                if (origin == null || !origin.isInteger()) {
                    throw unknownColumn(other);
                }
            }
            case Operand.Query query -> mustSelectIds(query);
            case Operand.Parameter parameter -> throw parameter();
            case Operand.Computed computed -> throw notInteger();
            case Operand.Constant constant ->
                throw unsupported("id can't be compared with constants and expressions at once: split the comparison");
            case Operand.ConstantList list ->
                throw unsupported("id can't be compared with constants and expressions at once: split the comparison");
            case Operand.SameInsertId same -> throw notInteger();
            case Operand.Default unset -> throw notInteger();
        }
    }

    private void comparedWithQuery(ColumnUse id, Table.ObjectTable table, Operand.Query query) {
        mustSelectIds(query);
        ids.toExpression(id, table);
    }

    /** A subquery beside an id must select a column that certainly holds integers. */
    private void mustSelectIds(Operand.Query query) {
        List<SelectedItem> items = facts.items().stream()
                .filter(item -> item.block() == query.block())
                .toList();
        boolean ids = items.size() == 1
                && items.get(0).column()
                && facts.columns().stream()
                        .filter(column -> items.get(0).equals(column.item()))
                        .map(names::origin)
                        .allMatch(origin -> origin != null && origin.isInteger());
        if (!ids) {
            throw unsupported("id is compared with a subquery that doesn't select a column of ids");
        }
    }

    private static UnplannableException notInteger() {
        return unsupported("id is compared with an expression that may not be an integer, and MySQL compares those"
                + " inexactly: write the value, or CAST(… AS SIGNED)");
    }

    private static UnplannableException unknownColumn(@Nullable ColumnUse other) {
        String name = other == null ? "a column" : "column '" + other.name() + "'";
        return unsupported("id is compared with " + name + ", which isn't known to hold integers: declare it as an id"
                + " column in the topology, or write CAST(… AS SIGNED)");
    }

    public static UnplannableException parameter() {
        return unsupported("'?' has no value outside of a prepared statement");
    }
}
