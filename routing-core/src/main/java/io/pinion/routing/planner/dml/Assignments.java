package io.pinion.routing.planner.dml;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.planner.names.IdRewriting;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The assignments of an UPDATE: the columns, and the sources of their new values. */
final class Assignments {
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final IdRewriting ids;

    Assignments(Tokens tokens, StatementFacts facts, Names names) {
        this.tokens = tokens;
        this.facts = facts;
        this.names = names;
        this.ids = new IdRewriting(facts, names, new Edits(tokens.statement()), false);
    }

    /**
     * One assignment.
     *
     * @param use the table whose rows get the value
     * @param value the expression behind {@code =}
     */
    record Assignment(ColumnUse column, TableUse use, Table table, Span value) {
        /** {@code column =}. */
        Span beginning() {
            return new Span(column.span().from(), value.from());
        }

        Span whole() {
            return new Span(column.span().from(), value.to());
        }

        /** The first word of the column's type, in lower case; empty when it is unknown. */
        String typeWord() {
            Column assigned = table.column(column.name());
            return assigned == null ? "" : assigned.typeWord();
        }
    }

    /** The assignments, or the reason why they are unclear. */
    sealed interface Reading {
        /** In the order of the text. */
        record Of(List<Assignment> assignments) implements Reading {
            public Of {
                assignments = List.copyOf(assignments);
            }
        }

        /** @param reason a clause that begins in lower case */
        record Unclear(String reason) implements Reading {}
    }

    /** @param end the end of the last assignment */
    Reading read(int end) {
        List<ColumnUse> assigned = facts.columns().stream()
                .filter(column -> column.role() instanceof Role.Assigned)
                .sorted(Comparator.comparingInt(column -> column.span().from()))
                .toList();
        List<Assignment> assignments = new ArrayList<>();
        for (int i = 0; i < assigned.size(); i++) {
            ColumnUse column = assigned.get(i);
            int last = i + 1 < assigned.size()
                    ? tokens.end(tokens.at(assigned.get(i + 1).span().from()) - 2)
                    : end;
            Span value = new Span(tokens.start(behindEquals(column)), last);
            switch (names.owner(column)) {
                case Names.Owner.Of(TableUse use, Table table) ->
                    assignments.add(new Assignment(column, use, table, value));
                case Names.Owner.Unclear unclear -> {
                    return new Reading.Unclear("Pinion can't tell whose column " + column.name()
                            + " is: write the table before it (table.column)");
                }
                default -> {
                    return new Reading.Unclear("it changes a column " + column.name() + " of none of its tables");
                }
            }
        }
        return new Reading.Of(assignments);
    }

    private int behindEquals(ColumnUse column) {
        int token = tokens.at(column.span().from());
        while (tokens.end(token) < column.span().to()) {
            token++;
        }
        return token + 2;
    }

    /** Whether the value needs data beyond its own row, or beyond what its shard knows. */
    boolean needsOthers(Assignment assignment) {
        if (assignment.column().role() instanceof Role.Assigned(Operand.Default ofColumn, boolean onDuplicateKey)) {
            return false;
        }
        Span value = assignment.value();
        if (tokens.has(tokens.at(value.from()), tokens.at(value.to()), token -> tokens.isWord(token, "SELECT"))) {
            return true;
        }
        return facts.columnsIn(value).stream()
                .anyMatch(column -> !isOf(assignment.use(), column) || !ids.canRewrite(column));
    }

    /** Whether the value reads the column that {@code other} changes. */
    boolean reads(Assignment assignment, Assignment other) {
        return facts.columnsIn(assignment.value()).stream().anyMatch(column -> switch (names.owner(column)) {
            case Names.Owner.Of(TableUse use, Table table) ->
                use.number() == other.use().number()
                        && (isSame(column, other.column()) || isGenerated(table.column(column.name())));
            case Names.Owner.OfDerived derived -> false;
            case Names.Owner.Elsewhere elsewhere -> isSame(column, other.column());
            case Names.Owner.Unclear unclear -> isSame(column, other.column());
        });
    }

    private static boolean isSame(ColumnUse column, ColumnUse other) {
        return column.name().equalsIgnoreCase(other.name());
    }

    private static boolean isGenerated(@Nullable Column column) {
        return column != null && column.extra().toUpperCase(Locale.ROOT).contains("GENERATED");
    }

    private boolean isOf(TableUse target, ColumnUse column) {
        return names.owner(column) instanceof Names.Owner.Of(var use, var table) && use.number() == target.number();
    }
}
