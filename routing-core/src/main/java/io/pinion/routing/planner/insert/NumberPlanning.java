package io.pinion.routing.planner.insert;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.RoutePlan.Numbered.Told;
import io.pinion.routing.planner.insert.NumberedRoute.Slot;
import io.pinion.routing.planner.insert.NumberedRoute.Wish;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.planner.shard.RowSplit;
import io.pinion.routing.planner.shard.UnmetKeys;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.rewrite.TextPosition;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the places where a statement gives values to the column of a sequence, or leaves it out. Used once. */
public final class NumberPlanning {
    private final PlanningContext context;
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final List<Slot> slots = new ArrayList<>();
    private @Nullable Sequence sequence;

    public NumberPlanning(PlanningContext context) {
        this.context = context;
        this.tokens = context.tokens();
        this.facts = context.facts();
        this.names = context.names();
    }

    /** The route wrapped for its table's sequence, or the route itself. */
    public PlanTemplate around(PlanTemplate route) {
        InsertFacts insert = facts.insert().orElse(null);
        if (insert != null && !insert.fromQuery()) {
            newRows(insert);
        }
        boolean updates = false;
        boolean keepsNumber = false;
        for (ColumnUse column : facts.columns()) {
            if (column.role() instanceof Role.Assigned(Operand value, boolean onDuplicateKey)) {
                updates |= onDuplicateKey;
                if (names.owner(column) instanceof Names.Owner.Of(var use, var table)
                        && table.isOfSequence(column.name())) {
                    keepsNumber |= tokens.isWord(tokens.at(value.span().from()), "LAST_INSERT_ID");
                    assigned(column, value, use, table);
                }
            }
        }
        Sequence found = sequence;
        if (found == null || slots.isEmpty()) {
            return route;
        }
        slots.sort(Comparator.comparing(Slot::from));
        int rows = insert == null ? 0 : insert.rows().size();
        return new NumberedRoute(found, slots, rows, told(updates, keepsNumber), unmet(found), route);
    }

    /** Of a table whose numbers place its rows. */
    private Optional<UnmetKeys> unmet(Sequence numbers) {
        Table table = context.keyspace().table(numbers.table());
        return table != null && numbers.column().equalsIgnoreCase(table.keyColumn())
                ? UnmetKeys.of(context, table)
                : Optional.empty();
    }

    private Told told(boolean updates, boolean keepsNumber) {
        if (updates) {
            return keepsNumber ? Told.UNLESS_REPORTED : Told.NEVER;
        }
        return ChangeWords.ignores(tokens) ? Told.WHEN_ALL_ARE_NEW : Told.ALWAYS;
    }

    // --- new rows

    private void newRows(InsertFacts insert) {
        Table table = names.table(insert.table());
        if (table.sequence().isEmpty()) {
            return;
        }
        String column = table.sequence().get();
        sequence = new Sequence(context.keyspace().name(), table.name(), column);
        List<String> columns = InsertPlanning.columns(insert, table);
        int place = columns.indexOf(column.toLowerCase(Locale.ROOT));
        if (columns.isEmpty() || (place < 0 && !insert.columnsNamed())) {
            throw unsupported("a new row of " + table.name() + " gets a number for " + column
                    + ": name that column, or another (INSERT INTO " + table.name() + " (" + column
                    + ") VALUES (DEFAULT))");
        }
        if (place >= 0) {
            insert.rows().stream()
                    .filter(row -> place < row.size())
                    .forEach(row -> given(row.get(place), table, column));
        } else {
            leftOut(insert, column);
        }
    }

    private void given(Operand value, Table table, String column) {
        switch (value) {
            case Operand.Constant(int anchor, boolean negative, Span span) ->
                slots.add(slot(span, new Wish.Constant(anchor, negative, false)));
            case Operand.Null(Span span) -> slots.add(slot(span, new Wish.Wanted()));
            case Operand.Default(Span span) -> slots.add(slot(span, new Wish.Wanted()));
            default ->
                throw unsupported("the value of " + column + " of a new row of " + table.name()
                        + " must be a constant, so that no later row gets it too: give an integer, or leave the column out"
                        + " and the row gets a number");
        }
    }

    private void leftOut(InsertFacts insert, String column) {
        int first = insert.columns().getFirst().span().from();
        String name = SqlNames.quoted(column);
        if (tokens.isWord(tokens.at(first) - 1, "SET")) {
            slots.add(slot(new Span(first, first), name + " = ", ", ", new Wish.Wanted()));
            return;
        }
        List<Integer> opens = RowSplit.opens(tokens);
        if (opens.size() != insert.rows().size()) {
            throw unsupported("the rows can't be told apart, which get numbers for " + column
                    + ": name that column and give it DEFAULT in each");
        }
        slots.add(slot(new Span(first, first), name + ", ", "", new Wish.Name()));
        for (int open : opens) {
            slots.add(slot(new Span(tokens.end(open), tokens.end(open)), "", ", ", new Wish.Wanted()));
        }
    }

    // --- rows that are there

    private void assigned(ColumnUse column, Operand value, TableUse use, Table table) {
        sequence = new Sequence(context.keyspace().name(), table.name(), column.name());
        switch (value) {
            case Operand.Constant(int anchor, boolean negative, Span span) ->
                slots.add(slot(span, new Wish.Constant(anchor, negative, true)));
            case Operand.Null nothing -> {}
            case Operand.Default unset -> {}
            default -> {
                String computed = computed(tokens, column, use, table);
                if (computed != null) {
                    throw unsupported(computed);
                }
            }
        }
    }

    /** The reason why servers can't compute the column's value; null when they can, or needn't. */
    public static @Nullable String computed(Tokens tokens, ColumnUse column, TableUse use, Table table) {
        boolean allowed = !table.isOfSequence(column.name())
                || !(column.role() instanceof Role.Assigned(Operand value, boolean onDuplicateKey))
                || value instanceof Operand.Constant
                || value instanceof Operand.Null
                || value instanceof Operand.Default
                || keepsValue(tokens, column, value);
        return allowed
                ? null
                : "column '" + column.name() + "' of " + use.name()
                        + " gets its numbers from a sequence and can be assigned constants only, so that no later row"
                        + " gets the same";
    }

    /**
     * {@code seq = seq}, {@code seq = LAST_INSERT_ID(seq)}, or {@code seq = VALUES(seq)}, whose number the statement
     * gives or has taken.
     */
    private static boolean keepsValue(Tokens tokens, ColumnUse column, Operand value) {
        int first = tokens.at(value.span().from());
        boolean inside = tokens.isOneOf(first, "VALUES", "LAST_INSERT_ID");
        int name = inside && tokens.isSymbol(first + 1, "(") ? first + 2 : first;
        int last = name == first ? first : first + 3;
        return tokens.isName(name)
                && tokens.name(name, "latin1").equalsIgnoreCase(column.name())
                && tokens.end(last) == value.span().to();
    }

    private Slot slot(Span span, Wish wish) {
        return slot(span, "", "", wish);
    }

    private Slot slot(Span span, String before, String after, Wish wish) {
        return new Slot(
                TextPosition.at(span.from(), tokens.statement()),
                TextPosition.at(span.to(), tokens.statement()),
                before,
                after,
                wish);
    }
}
