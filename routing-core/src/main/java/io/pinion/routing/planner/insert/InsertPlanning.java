package io.pinion.routing.planner.insert;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.catalog.Colocation;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.planner.names.IdCheck;
import io.pinion.routing.planner.names.IdComparisons;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.KeySource;
import io.pinion.routing.planner.shard.NewRows;
import io.pinion.routing.planner.shard.NewRows.Row;
import io.pinion.routing.planner.shard.UnmetKeys;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.template.UnplannableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of an INSERT or REPLACE on a logical table: the key of each, and explicit ids made local. */
public final class InsertPlanning {
    private static final int NO_COLUMN = -1;

    private static final String CONSTANT =
            "must be a constant, not an expression: give its value, or write INSERT … SELECT,"
                    + " which is computed first";

    private final InsertFacts insert;
    private final Table table;
    private final Optional<UnmetKeys> unmet;
    private final Edits edits;
    private final List<String> columns;
    private final List<IdCheck> checks = new ArrayList<>();

    public InsertPlanning(InsertFacts insert, PlanningContext context, Edits edits) {
        this.insert = insert;
        this.table = context.names().table(insert.table());
        this.unmet = UnmetKeys.of(context, table);
        this.edits = edits;
        this.columns = columns(insert, table);
    }

    public List<IdCheck> checks() {
        return checks;
    }

    /** Null when the rows come from a query. */
    public @Nullable NewRows rows() {
        if (table instanceof Table.ObjectTable && index(Table.ObjectTable.LOCAL_ID) != NO_COLUMN) {
            throw unsupported("local_id can't be given by the logical name of " + table.name()
                    + ": give id, or use the physical name of the shard's database");
        }
        if (insert.fromQuery()) {
            return null;
        }
        List<Row> rows = new ArrayList<>();
        for (List<Operand> row : insert.rows()) {
            rows.add(row(row));
        }
        return new NewRows(table.name(), rows, unmet);
    }

    /** Lower-case names of the columns that the values are for. */
    public static List<String> columns(InsertFacts insert, Table table) {
        if (insert.columnsNamed()) {
            return insert.columns().stream()
                    .map(ColumnUse::name)
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .toList();
        }
        if (insert.rows().stream().allMatch(InsertPlanning::isEmpty) && !insert.fromQuery()) {
            return List.of();
        }
        if (table.columns().isEmpty()) {
            throw unsupported("the columns of " + table.name()
                    + " are not known: name them in the INSERT, or state them in the topology");
        }
        List<String> known = new ArrayList<>();
        for (Column column : table.columns()) {
            if (column.isInvisible()) {
                continue;
            }
            known.add(table.logical(column.name()).toLowerCase(Locale.ROOT));
        }
        return known;
    }

    /** {@code VALUES ()} reads as one default. */
    private static boolean isEmpty(List<Operand> row) {
        return row.isEmpty() || (row.size() == 1 && row.get(0) instanceof Operand.Default);
    }

    private int index(String column) {
        return columns.indexOf(column.toLowerCase(Locale.ROOT));
    }

    private @Nullable Operand value(List<Operand> row, String column) {
        int index = index(column);
        return index == NO_COLUMN || index >= row.size() ? null : row.get(index);
    }

    private Row row(List<Operand> row) {
        if (!columns.isEmpty() && row.size() != columns.size()) {
            throw new UnplannableException(new RoutePlan.Refused(
                    1136,
                    "21S01",
                    "Column count doesn't match value count at row "
                            + (insert.rows().indexOf(row) + 1)));
        }
        return switch (table) {
            case Table.ObjectTable object -> objectRow(object, row);
            case Table.MappingTable mapping -> keyRow(mapping.fromColumn(), row);
            case Table.HashedTable hashed -> keyRow(hashed.keyColumn(), row);
            case Table.ReferenceTable reference -> new Row.Free();
            case Table.SingleTable single -> new Row.Free();
        };
    }

    private Row keyRow(String column, List<Operand> row) {
        Operand value = value(row, column);
        if (value == null) {
            return new Row.Unknown(
                    "a new row of " + table.name() + " needs a value for " + column + ", which places it on its shard");
        }
        return switch (value) {
            case Operand.Constant(int anchor, boolean negative, Span span) ->
                new Row.ByKey(KeySource.ofNewRow(table, column, anchor, negative));
            case Operand.Null nothing ->
                new Row.Unknown("NULL in " + table.name() + "." + column + " belongs to no shard");
            case Operand.Parameter parameter -> throw IdComparisons.parameter();
            default ->
                new Row.Unknown("the value of " + table.name() + "." + column + " places the row and " + CONSTANT);
        };
    }

    // --- objects

    private Row objectRow(Table.ObjectTable object, List<Operand> row) {
        Operand id = value(row, Table.ObjectTable.ID);
        if (id != null) {
            switch (id) {
                case Operand.Constant(int anchor, boolean negative, Span span) -> {
                    checks.add(new IdCheck.IsNewId(anchor, negative, object));
                    edits.replace(span, new Piece.LocalIds(object.type(), anchor, negative));
                    return new Row.ByKey(KeySource.ofNewRow(object, Table.ObjectTable.ID, anchor, negative));
                }
                case Operand.Null nothing -> {}
                case Operand.Default unset -> {}
                case Operand.Parameter parameter -> throw IdComparisons.parameter();
                default -> throw unsupported("the id of a new row of " + object.name() + " " + CONSTANT);
            }
        }
        return switch (object.colocation()) {
            case Colocation.Anywhere anywhere -> new Row.Free();
            case Colocation.WithColumn(String column) -> withColumn(column, row);
            case Colocation.WithJsonPath(String column, List<String> path) -> withJson(column, path, row);
        };
    }

    private Row withColumn(String column, List<Operand> row) {
        Operand value = value(row, column);
        return switch (value) {
            case null -> new Row.Free();
            case Operand.Null nothing -> new Row.Free();
            case Operand.Default unset -> new Row.Free();
            default -> keyRow(column, row);
        };
    }

    private Row withJson(String column, List<String> path, List<Operand> row) {
        Operand value = value(row, column);
        return switch (value) {
            case null -> new Row.Free();
            case Operand.Null nothing -> new Row.Free();
            case Operand.Default unset -> new Row.Free();
            case Operand.Constant(int anchor, boolean negative, Span span) -> new Row.ByJson(column, path, anchor);
            case Operand.Parameter parameter -> throw IdComparisons.parameter();
            default ->
                new Row.Unknown("a new row of " + table.name() + " goes to the shard of "
                        + column + "." + String.join(".", path)
                        + ", and Pinion can't read that from an expression: give "
                        + column + " as text, or a hint (/* pinion: shard_of=… */)");
        };
    }
}
