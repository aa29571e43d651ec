package io.pinion.routing.plan;

import io.pinion.routing.analysis.ColumnUse;
import io.pinion.routing.analysis.Operand;
import io.pinion.routing.analysis.QueryBlock;
import io.pinion.routing.analysis.Role;
import io.pinion.routing.analysis.SelectedItem;
import io.pinion.routing.analysis.Span;
import io.pinion.routing.analysis.StatementFacts;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.ShardRoute.Check;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts {@code local_id} in place of {@code id} in a statement on one shard.
 *
 * <p>Compared with a constant, {@code id} becomes {@code local_id} and the constant is converted, so that the index
 * serves. Anywhere else it becomes {@code CAST(base | local_id AS SIGNED)}, a BIGINT as a real column would be; without
 * the cast it would be UNSIGNED, another type in every driver. MySQL compares such an expression with text as doubles,
 * which takes neighbouring ids for equal, so that where text may be on the other side the statement is refused.
 */
final class IdRewriting {
    private static final Fixed LOCAL_ID = Fixed.of(Table.ObjectTable.LOCAL_ID);
    private static final Fixed CAST = Fixed.of("CAST(");
    private static final Fixed OR = Fixed.of(" | ");
    private static final Fixed AS_SIGNED = Fixed.of(" AS SIGNED)");

    private final StatementFacts facts;
    private final Names names;
    private final Edits edits;
    private final List<Check> checks = new ArrayList<>();

    IdRewriting(StatementFacts facts, Names names, Edits edits) {
        this.facts = facts;
        this.names = names;
        this.edits = edits;
    }

    List<Check> checks() {
        return checks;
    }

    void rewriteAll() {
        for (ColumnUse column : facts.columns()) {
            switch (names.owner(column)) {
                case Names.Owner.Of(var use, Table.ObjectTable table)
                when Names.isObjectId(column, table) -> rewrite(column, table);
                case Names.Owner.Unclear unclear
                when column.name().equalsIgnoreCase(Table.ObjectTable.ID) ->
                    throw new UnplannableException(Refusals.unsupported(
                            "Column 'id' could belong to several tables here: write which (table.id)"));
                default -> {}
            }
        }
    }

    private void rewrite(ColumnUse id, Table.ObjectTable table) {
        int type = table.type();
        switch (id.role()) {
            case Role.Selected selected -> selected(id, type);
            case Role.Equated equated -> equated(id, table, equated);
            case Role.Ordered(Operand other) -> ordered(id, type, List.of(other));
            case Role.Within(Operand low, Operand high) -> ordered(id, type, List.of(low, high));
            case Role.Member(List<Operand> values) -> member(id, type, values);
            case Role.NullTested tested -> {
                toLocalId(id);
                keepName(id);
            }
            case Role.GroupedBy grouped -> toLocalId(id);
            case Role.SortedBy sorted -> sorted(id, type);
            case Role.ResultSortedBy sorted -> {}
            case Role.Filtered filtered -> {
                if (id.qualifier() != null || !(namesResult(id) || namesAlias(id))) {
                    toExpression(id, type);
                }
            }
            case Role.Assigned(Operand value, boolean onDuplicateKey) -> {
                if (!(onDuplicateKey && value instanceof Operand.SameInsertId)) {
                    throw refused("the id of a row can't be changed: delete it and insert another");
                }
                toLocalId(id);
            }
            case Role.Inserted inserted -> toLocalId(id);
            case Role.ValuesOf values -> throw refused("VALUES(id) is not supported: an id is made by the insert");
            case Role.JoinedUsing joined ->
                throw refused("USING (id) is not supported: write ON with both sides (a.id = b.id)");
            case Role.InRow row ->
                throw refused("id can't be part of a row or the subject of CASE here: compare it by itself (id = …)");
            case Role.Computed computed -> {
                if (isInsideSameInsertId(id)) {
                    toLocalId(id);
                } else {
                    toExpression(id, type);
                }
            }
        }
    }

    private void toLocalId(ColumnUse id) {
        edits.replace(id.nameSpan(), LOCAL_ID);
    }

    /** {@code CAST(base | local_id AS SIGNED)}; a select item around it keeps its name. */
    private void toExpression(ColumnUse id, int type) {
        toCast(id, type);
        keepName(id);
    }

    private void toCast(ColumnUse id, int type) {
        edits.insert(id.span().from(), CAST, new Piece.IdBase(type), OR);
        toLocalId(id);
        edits.insert(id.span().to(), AS_SIGNED);
    }

    private void selected(ColumnUse id, int type) {
        toCast(id, type);
        SelectedItem item = id.item();
        if (item != null && item.alias() == null) {
            edits.name(id.span().to(), edits.fixed(id.nameSpan()).bytes());
        }
    }

    /** The name of an item without alias is its text, so an edited one gets its old text as alias. */
    private void keepName(ColumnUse id) {
        SelectedItem item = id.item();
        if (item != null && item.alias() == null && item.block() == id.block()) {
            ItemNames.keep(item.span(), edits);
        }
    }

    // --- comparisons

    private void equated(ColumnUse id, Table.ObjectTable table, Role.Equated equated) {
        int type = table.type();
        switch (equated.other()) {
            case Operand.Constant(int anchor, boolean negative, Span span) -> {
                toLocalId(id);
                convert(type, anchor, negative, span);
                keepName(id);
            }
            case Operand.Null nothing -> {
                toLocalId(id);
                keepName(id);
            }
            case Operand.OtherColumn(Span span) -> equatedToColumn(id, table, equated, span);
            case Operand.Computed(Span span, boolean integer) when integer -> toExpression(id, type);
            case Operand.Query query -> comparedWithQuery(id, type, query);
            case Operand.Parameter parameter -> throw parameter();
            case Operand.ConstantList list -> throw refused("id can't be compared with a list here: write IN (…)");
            case Operand.Computed computed -> throw notInteger();
            case Operand.SameInsertId same -> throw notInteger();
            case Operand.Default unset -> throw notInteger();
        }
    }

    private void equatedToColumn(ColumnUse id, Table.ObjectTable table, Role.Equated equated, Span span) {
        ColumnUse other = names.columnAt(span);
        if (other == null || !(names.owner(other) instanceof Names.Owner.Of(var use, var owner))) {
            throw unknownColumn(other);
        }
        if (Names.isObjectId(other, owner)) {
            if (((Table.ObjectTable) owner).type() == table.type()) {
                toLocalId(id);
            } else {
                toCast(id, table.type());
            }
            keepName(id);
            return;
        }
        if (!Names.isInteger(owner, other.name())) {
            throw unknownColumn(other);
        }
        if (equated.plainEquals() && other.schema() == null && id.schema() == null) {
            joined(id, table.type(), other, equated.whole());
        } else {
            toCast(id, table.type());
        }
        keepName(id);
    }

    /**
     * {@code b.id = m.board_id} becomes {@code (b.local_id = (m.board_id ^ base) AND m.board_id = CAST(base | b.local_id
     * AS SIGNED))}: each half says it all, and each lets another index serve. A local id is below 2^36, where the base
     * has no bit, so x-or takes the base away, and for any other id leaves a number that is no local id.
     */
    private void joined(ColumnUse id, int type, ColumnUse other, Span whole) {
        edits.insert(whole.from(), Fixed.of("("));
        toLocalId(id);
        edits.insert(other.span().from(), Fixed.of("("));
        edits.insert(other.span().to(), Fixed.of(" ^ "), new Piece.IdBase(type), Fixed.of(")"));
        List<Piece> again =
                new ArrayList<>(List.of(Fixed.of(" AND "), edits.fixed(other.span()), Fixed.of(" = "), CAST));
        again.add(new Piece.IdBase(type));
        again.add(OR);
        if (id.nameSpan().from() > id.span().from()) {
            again.add(edits.fixed(new Span(id.span().from(), id.nameSpan().from())));
        }
        again.add(LOCAL_ID);
        again.add(AS_SIGNED);
        again.add(Fixed.of(")"));
        edits.insert(whole.to(), again.toArray(Piece[]::new));
    }

    private void ordered(ColumnUse id, int type, List<Operand> bounds) {
        if (bounds.stream().allMatch(Operand.Constant.class::isInstance)) {
            toLocalId(id);
            for (Operand bound : bounds) {
                Operand.Constant constant = (Operand.Constant) bound;
                checks.add(new Check.IsInteger(constant.anchor(), constant.negative()));
                edits.replace(constant.span(), new Piece.LocalBound(type, constant.anchor(), constant.negative()));
            }
            keepName(id);
            return;
        }
        for (Operand bound : bounds) {
            mustBeInteger(bound);
        }
        toExpression(id, type);
    }

    private void member(ColumnUse id, int type, List<Operand> values) {
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
            toExpression(id, type);
            return;
        }
        toLocalId(id);
        for (Operand value : values) {
            switch (value) {
                case Operand.Constant(int anchor, boolean negative, Span span) -> convert(type, anchor, negative, span);
                case Operand.ConstantList(int anchor, Span span) -> convert(type, anchor, false, span);
                default -> {}
            }
        }
        keepName(id);
    }

    private void convert(int type, int anchor, boolean negative, Span span) {
        checks.add(new Check.IsId(anchor, negative));
        edits.replace(span, new Piece.LocalIds(type, anchor));
    }

    /** Integers of the shape, id columns and integer columns; a constant among them is an integer only if it is one. */
    private void mustBeInteger(Operand operand) {
        switch (operand) {
            case Operand.Computed(Span span, boolean integer) when integer -> {}
            case Operand.Null nothing -> {}
            case Operand.OtherColumn(Span span) -> {
                ColumnUse other = names.columnAt(span);
                boolean known = other != null
                        && names.owner(other) instanceof Names.Owner.Of(var use, var owner)
                        && (Names.isObjectId(other, owner) || Names.isInteger(owner, other.name()));
                if (!known) {
                    throw unknownColumn(other);
                }
            }
            case Operand.Query query -> mustSelectIds(query);
            case Operand.Parameter parameter -> throw parameter();
            case Operand.Computed computed -> throw notInteger();
            case Operand.Constant constant ->
                throw refused("id can't be compared with constants and expressions at once: split the comparison");
            case Operand.ConstantList list ->
                throw refused("id can't be compared with constants and expressions at once: split the comparison");
            case Operand.SameInsertId same -> throw notInteger();
            case Operand.Default unset -> throw notInteger();
        }
    }

    private void comparedWithQuery(ColumnUse id, int type, Operand.Query query) {
        mustSelectIds(query);
        toExpression(id, type);
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
                        .allMatch(column -> names.owner(column) instanceof Names.Owner.Of(var use, var table)
                                && (Names.isObjectId(column, table) || Names.isInteger(table, column.name())));
        if (!ids) {
            throw refused("id is compared with a subquery that doesn't select a column of ids");
        }
    }

    // --- sorting

    private void sorted(ColumnUse id, int type) {
        QueryBlock block = facts.blocks().get(id.block());
        if (id.qualifier() == null && hasAlias(id.block())) {
            return;
        }
        if (!block.distinct()) {
            toLocalId(id);
            return;
        }
        // DISTINCT sorts by what it selects: the result's column.
        if (namesResult(id)) {
            edits.replace(id.span(), edits.fixed(id.nameSpan()));
        } else {
            toCast(id, type);
        }
    }

    /** Whether the block's result has a column {@code id} that is this one. */
    private boolean namesResult(ColumnUse id) {
        boolean selected = facts.columns().stream()
                .anyMatch(column -> column.block() == id.block()
                        && column.role() instanceof Role.Selected
                        && column.name().equalsIgnoreCase(Table.ObjectTable.ID)
                        && column.item() != null
                        && (column.item().alias() == null
                                || Table.ObjectTable.ID.equalsIgnoreCase(
                                        column.item().alias())));
        return selected || facts.stars().stream().anyMatch(star -> star.block() == id.block());
    }

    /** In HAVING, {@code id} means a select item of that name, unless the rows are grouped by the column. */
    private boolean namesAlias(ColumnUse id) {
        boolean grouped = facts.columns().stream()
                .anyMatch(column -> column.block() == id.block()
                        && column.role() instanceof Role.GroupedBy
                        && column.name().equalsIgnoreCase(Table.ObjectTable.ID));
        return hasAlias(id.block()) && !grouped;
    }

    private boolean hasAlias(int block) {
        return facts.items().stream()
                .anyMatch(item -> item.block() == block && Table.ObjectTable.ID.equalsIgnoreCase(item.alias()));
    }

    private boolean isInsideSameInsertId(ColumnUse id) {
        return facts.columns().stream()
                .map(ColumnUse::role)
                .anyMatch(role -> role instanceof Role.Assigned(Operand.SameInsertId(Span span), boolean duplicate)
                        && duplicate
                        && span.from() <= id.span().from()
                        && id.span().to() <= span.to());
    }

    private static UnplannableException refused(String reason) {
        return new UnplannableException(Refusals.unsupported(reason));
    }

    private static UnplannableException notInteger() {
        return refused("id is compared with an expression that may not be an integer, and MySQL compares those"
                + " inexactly: write the value, or CAST(… AS SIGNED)");
    }

    private static UnplannableException unknownColumn(@Nullable ColumnUse other) {
        String name = other == null ? "a column" : "column '" + other.name() + "'";
        return refused("id is compared with " + name + ", which isn't known to hold integers: declare it as an id"
                + " column in the topology, or write CAST(… AS SIGNED)");
    }

    static UnplannableException parameter() {
        return new UnplannableException(Refusals.unsupported("'?' has no value outside of a prepared statement"));
    }
}
