package io.pinion.routing.planner.dml;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.GatheredColumn;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RowKey;
import io.pinion.routing.planner.dml.Assignments.Assignment;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.planner.shard.KeySource;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.planner.shard.MultiShardStrategy.Changed;
import io.pinion.routing.planner.shard.MultiShardStrategy.Impossible;
import io.pinion.routing.planner.shard.Placement;
import io.pinion.routing.planner.shard.ShardTarget;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An UPDATE that gives its rows another key. Where the old and the new key are of one shard, it runs there as it is.
 * Else a query finds and locks the rows; they are deleted where they are, and inserted at the new key's shard. Used
 * once.
 */
public final class KeyChangePlanning {
    private static final Pattern ON_UPDATE = Pattern.compile("(?i)on update (current_timestamp(?:\\(\\d*\\))?)");

    private final Tokens tokens;
    private final StatementFacts facts;
    private final Edits edits;
    private final TableUse use;
    private final Table table;
    private final List<Assignment> assigned;
    private final Assignment key;

    private KeyChangePlanning(PlanningContext context, List<Assignment> assigned, Assignment key) {
        this.tokens = context.tokens();
        this.facts = context.facts();
        this.edits = new Edits(tokens.statement());
        this.use = key.use();
        this.table = key.table();
        this.assigned = assigned;
        this.key = key;
    }

    /** Empty for a statement that keeps its rows' keys, or whose rows have ids that no statement can change. */
    public static Optional<KeyChangePlanning> of(PlanningContext context) {
        Tokens tokens = context.tokens();
        StatementFacts facts = context.facts();
        boolean alone = tokens.statement().kind() == StatementKind.UPDATE
                && tokens.outermost(0, "UPDATE") == 0
                && facts.blocks().size() == 1
                && isAlone(facts.blocks().getFirst());
        if (!alone) {
            return Optional.empty();
        }
        int end = tokens.end(conditions(tokens) - 1);
        return switch (new Assignments(tokens, facts, context.names()).read(end)) {
            case Assignments.Reading.Unclear unclear -> Optional.empty();
            case Assignments.Reading.Of(List<Assignment> assigned) ->
                assigned.stream()
                        .filter(KeyChangePlanning::placesRows)
                        .reduce((first, last) -> last)
                        .map(key -> new KeyChangePlanning(context, assigned, key));
        };
    }

    private static boolean isAlone(QueryBlock block) {
        return block.tables().size() == 1 && block.derived().isEmpty();
    }

    private static boolean placesRows(Assignment assignment) {
        return !(assignment.table() instanceof Table.ObjectTable)
                && Names.places(assignment.column(), assignment.table());
    }

    private static int conditions(Tokens tokens) {
        return ReadThenWritePlanning.conditions(tokens, tokens.outermost(0, "SET"));
    }

    /** The new key. */
    public KeySource newKey() {
        if (key.column().role() instanceof Role.Assigned(Operand value, boolean onDuplicateKey)
                && value instanceof Operand.Constant(int anchor, boolean negative, Span span)) {
            return KeySource.ofNewRow(table, key.column().name(), anchor, negative);
        }
        throw unsupported("the new value of " + name() + " says which shard its row goes to, so it must be a constant");
    }

    /** @param old the placement of the rows as they are */
    public ShardTarget shardTarget(Placement old) {
        if (!(old instanceof Placement.ByKeys(List<KeySource> sources))) {
            throw unsupported("an UPDATE of " + name() + " must say which keys its rows have: add WHERE "
                    + key.column().name() + " = … (a constant)");
        }
        List<KeySource> all = new ArrayList<>(sources);
        all.add(newKey());
        return new ShardTarget(new Placement.ByKeys(all), strategy());
    }

    private String name() {
        return use.name() + "." + key.column().name();
    }

    private MultiShardStrategy strategy() {
        Optional<String> refusal = refusal();
        if (refusal.isPresent()) {
            return new Impossible(refusal.get());
        }
        List<RowKey> keys = RowKey.keysOf(table);
        if (keys == null) {
            return new Impossible("Pinion knows no primary key of " + use.name()
                    + " whose values it can write as they are: give the table such a key");
        }
        MovedColumns columns = new MovedColumns();
        for (Column column : table.columns()) {
            Optional<String> obstacle = columns.add(column);
            if (obstacle.isPresent()) {
                return new Impossible("column '" + column.name() + "' " + obstacle.get());
            }
        }
        return columns.moved(keys);
    }

    private Optional<String> refusal() {
        if (ChangeWords.ignores(tokens)) {
            return Optional.of("IGNORE can't leave rows where they are that the other shard refuses: leave it out");
        }
        if (ChangeWords.returnsRows(tokens)) {
            return Optional.of("RETURNING answers with rows that are on their way: SELECT them first");
        }
        if (OrderNumbers.areIn(tokens, conditions(tokens))) {
            return Optional.of(OrderNumbers.REASON);
        }
        if (table.column(key.column().name()) == null) {
            return Optional.of(
                    "the columns of " + use.name() + " aren't known, which go with the row: RELOAD SCHEMA reads them");
        }
        Optional<Assignment> unknown = assigned.stream()
                .filter(one -> table.column(one.column().name()) == null)
                .findFirst();
        if (unknown.isPresent()) {
            return Optional.of(
                    "Pinion knows no column " + unknown.get().column().name() + " of " + use.name()
                            + ": RELOAD SCHEMA reads columns that were made a moment ago");
        }
        return assigned.stream()
                .filter(this::readsRow)
                .map(assignment -> "the new value of " + assignment.column().name() + " is made of the row's columns:"
                        + " change it by a statement of its own, in the same transaction")
                .findFirst();
    }

    /** DEFAULT is read as a column of that name. */
    private boolean readsRow(Assignment assignment) {
        boolean unset = assignment.column().role() instanceof Role.Assigned(Operand value, boolean onDuplicateKey)
                && value instanceof Operand.Default;
        return !unset && !facts.columnsIn(assignment.value()).isEmpty();
    }

    /** The columns of a row that is inserted elsewhere, with the sources of their values. */
    private final class MovedColumns {
        private final List<String> names = new ArrayList<>();
        private final List<GatheredColumn> kept = new ArrayList<>();
        private final List<List<Piece>> row = new ArrayList<>();
        private List<Piece> text = new ArrayList<>(List.of(Fixed.of("(")));

        /** Returns the reason why the column's value can't go along; a clause that begins in lower case. */
        Optional<String> add(Column column) {
            String extra = column.extra().toLowerCase(Locale.ROOT);
            // MySQL says DEFAULT_GENERATED of a default that is an expression.
            if (extra.contains("generated") && !extra.contains("default_generated")) {
                return Optional.empty();
            }
            begin(column);
            Matcher onUpdate = ON_UPDATE.matcher(extra);
            Optional<Assignment> assignment = assigned.stream()
                    .filter(one -> one.column().name().equalsIgnoreCase(column.name()))
                    .reduce((first, last) -> last);
            if (assignment.isPresent()) {
                text.add(edits.own(assignment.get().value()));
                return Optional.empty();
            }
            if (onUpdate.find()) {
                text.add(Fixed.of(onUpdate.group(1)));
                return Optional.empty();
            }
            return keep(column, extra.contains("auto_increment"));
        }

        private void begin(Column column) {
            text.add(Fixed.of(names.isEmpty() ? "" : ", "));
            names.add(SqlNames.quoted(column.name()));
        }

        private Optional<String> keep(Column column, boolean counted) {
            if (counted && !table.isOfSequence(column.name())) {
                return Optional.of("has numbers that each shard counts by itself, so that a row of the other shard may"
                        + " have the same: declare it as the table's sequence");
            }
            Optional<GatheredColumn> carried = GatheredColumn.of(column);
            if (carried.isEmpty()) {
                return Optional.of("of type " + column.type() + " can't be carried to another shard");
            }
            kept.add(carried.get());
            row.add(text);
            text = new ArrayList<>();
            return Optional.empty();
        }

        MultiShardStrategy.MovedRows moved(List<RowKey> keys) {
            text.add(Fixed.of(")"));
            row.add(text);
            List<Piece> query = new ArrayList<>(found(keys));
            int conditions = conditions(tokens);
            query.add(edits.own(new Span(tokens.start(conditions), tokens.end(tokens.count() - 1))));
            query.add(Fixed.of(" FOR UPDATE"));
            List<Piece> joining = new ArrayList<>(found(keys));
            joining.add(Fixed.of("WHERE " + SqlNames.quoted(key.column().name()) + " = "));
            joining.add(edits.own(key.value()));
            joining.add(Fixed.of(" LIMIT 0"));
            return new MultiShardStrategy.MovedRows(
                    query,
                    joining,
                    new Changed(
                            keys,
                            List.of(List.of(Fixed.of("DELETE FROM "), edits.own(use.span()), Fixed.of(" WHERE "))),
                            List.of(),
                            List.of(),
                            false),
                    List.of(
                            Fixed.of("INSERT INTO "),
                            edits.own(use.span()),
                            Fixed.of(" (" + String.join(", ", names) + ") VALUES ")),
                    row,
                    kept,
                    table.columns().stream()
                            .filter(column -> !column.isInvisible())
                            .map(Column::name)
                            .toList(),
                    table.name());
        }

        /**
         * A query of the rows' keys and of the values that stay, up to its conditions; and of whole rows, since only
         * their shard knows whether they have more columns by now.
         */
        private List<Piece> found(List<RowKey> keys) {
            List<String> items = new ArrayList<>();
            keys.forEach(rowKey -> items.add(rowKey.selected(use.label())));
            String label = SqlNames.quoted(use.label()) + ".";
            kept.forEach(column -> items.add(selected(column, label + SqlNames.quoted(column.name()))));
            items.add(label + "*");
            return List.of(
                    Fixed.of("SELECT " + String.join(", ", items) + " FROM "),
                    edits.own(use.span()),
                    Fixed.of((use.alias() == null ? "" : " AS " + SqlNames.quoted(use.alias())) + " "));
        }

        /** The shard itself tells when the session's time zone has one text for two moments. */
        private static String selected(GatheredColumn kept, String column) {
            String item = kept.selected(column);
            return kept.form() == GatheredColumn.Form.INSTANT
                    ? "IF(UNIX_TIMESTAMP(CAST(" + column + " AS DATETIME(6))) <=> " + item + ", " + item + ", "
                            + RoutePlan.MoveRows.AMBIGUOUS + ")"
                    : item;
        }
    }
}
