package io.pinion.routing.planner.names;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.ResultFacts;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.template.UnplannableException;
import java.util.List;

/**
 * Puts {@code local_id} in place of {@code id} in a statement on one shard.
 *
 * <p>Compared with a constant, {@code id} becomes {@code local_id} and the constant is converted, so that the index can
 * be used. Anywhere else it becomes {@code CAST(base | local_id AS SIGNED)}, or UNSIGNED as the column was declared:
 * without the cast it would always be UNSIGNED, another type in every driver. MySQL compares such an expression with
 * text as doubles, which takes neighbouring ids for equal. So the statement is refused where text may be on the other
 * side.
 */
public final class IdRewriting {
    private final StatementFacts facts;
    private final Names names;
    private final Edits edits;
    private final IdEdits ids;
    private final IdComparisons comparisons;
    private final boolean locks;

    /** @param locks whether the statement is a locking read, whose rows are changed later by the values it returns */
    public IdRewriting(StatementFacts facts, Names names, Edits edits, boolean locks) {
        this.facts = facts;
        this.names = names;
        this.edits = edits;
        this.ids = new IdEdits(edits);
        this.comparisons = new IdComparisons(facts, names, edits, ids);
        this.locks = locks;
    }

    public List<IdCheck> checks() {
        return comparisons.checks();
    }

    /** Whether a column is no id, or one that {@code local_id} can replace. */
    public boolean canRewrite(ColumnUse column) {
        try {
            rewrite(column);
            return true;
        } catch (UnplannableException e) {
            return false;
        }
    }

    public void rewriteAll() {
        facts.columns().forEach(this::rewrite);
    }

    private void rewrite(ColumnUse column) {
        switch (names.owner(column)) {
            case Names.Owner.Of(var use, Table.ObjectTable table)
            when Names.isObjectId(column, table) -> rewrite(column, table);
            case Names.Owner.Unclear unclear
            when column.name().equalsIgnoreCase(Table.ObjectTable.ID) ->
                throw unsupported("Column 'id' could belong to several tables here: write which (table.id)");
            default -> {}
        }
    }

    private void rewrite(ColumnUse id, Table.ObjectTable table) {
        switch (id.role()) {
            case Role.Selected selected -> selected(id, table);
            case Role.Equated equated -> comparisons.equated(id, table, equated);
            case Role.Ordered(Operand other) -> comparisons.ordered(id, table, List.of(other));
            case Role.Within(Operand low, Operand high) -> comparisons.ordered(id, table, List.of(low, high));
            case Role.Member(List<Operand> values) -> comparisons.member(id, table, values);
            case Role.NullTested tested -> ids.toLocalIdInside(id);
            case Role.GroupedBy grouped -> ids.toLocalId(id);
            case Role.Windowed windowed -> ids.toLocalIdInside(id);
            case Role.SortedBy sorted -> sorted(id, table);
            case Role.ResultSortedBy sorted -> {}
            case Role.Filtered filtered -> {
                if (id.qualifier() != null || !(namesResult(id) || namesAlias(id))) {
                    ids.toExpression(id, table);
                }
            }
            case Role.Assigned(Operand value, boolean onDuplicateKey) -> {
                if (!(onDuplicateKey && value instanceof Operand.SameInsertId)) {
                    throw unsupported("the id of a row can't be changed: delete it and insert another");
                }
                ids.toLocalId(id);
            }
            case Role.Inserted inserted -> ids.toLocalId(id);
            case Role.ValuesOf values -> throw unsupported("VALUES(id) is not supported: an id is made by the insert");
            case Role.JoinedUsing joined ->
                throw unsupported("USING (id) is not supported: write ON with both sides (a.id = b.id)");
            case Role.InRow row ->
                throw unsupported(
                        "id can't be part of a row or the subject of CASE here: compare it by itself (id = …)");
            case Role.Computed computed -> {
                if (isInsideSameInsertId(id)) {
                    ids.toLocalId(id);
                } else {
                    ids.toExpression(id, table);
                }
            }
        }
    }

    private void selected(ColumnUse id, Table.ObjectTable table) {
        if (locks) {
            ids.toCheckedCast(id, table);
        } else {
            ids.toCast(id, table);
        }
        SelectedItem item = id.item();
        if (item != null && item.alias() == null) {
            edits.name(id.span().to(), edits.fixed(id.nameSpan()));
        }
    }

    // --- sorting

    private void sorted(ColumnUse id, Table.ObjectTable table) {
        QueryBlock block = facts.blocks().get(id.block());
        if (id.qualifier() == null && hasAlias(id.block())) {
            return;
        }
        if (!block.distinct() && !(isGroupedByPlace(id.block()) && namesResult(id))) {
            ids.toLocalId(id);
            return;
        }
        // DISTINCT, and GROUP BY 1 under ONLY_FULL_GROUP_BY, sort by the result's columns.
        if (namesResult(id)) {
            edits.replace(id.span(), edits.fixed(id.nameSpan()));
        } else {
            ids.toCast(id, table);
        }
    }

    private boolean isGroupedByPlace(int block) {
        return block == 0
                && facts.result().isPresent()
                && facts.result().get().grouping().stream().anyMatch(ResultFacts.Element.Position.class::isInstance);
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
}
