package io.pinion.routing.plan;

import io.pinion.routing.analysis.ColumnUse;
import io.pinion.routing.analysis.QueryBlock;
import io.pinion.routing.analysis.Role;
import io.pinion.routing.analysis.Span;
import io.pinion.routing.analysis.StatementFacts;
import io.pinion.routing.analysis.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE or DELETE of which no shard knows by itself which of its rows are meant: LIMIT counts the rows of all shards, and
 * joins and subqueries may need rows of others. A query finds and locks the rows, then they are changed by their primary keys.
 * Used once.
 */
final class FoundRowsPlanning {
    private static final int NONE = -1;

    private static final Set<String> MODIFIERS = Set.of("LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", "IGNORE");

    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final Edits edits;
    private final boolean update;

    FoundRowsPlanning(Tokens tokens, StatementFacts facts, Names names) {
        this.tokens = tokens;
        this.facts = facts;
        this.names = names;
        this.edits = new Edits(tokens.statement());
        this.update = tokens.statement().kind() == StatementKind.UPDATE;
    }

    /** The place of LIMIT in the statement itself; -1 without one. */
    static int limit(Tokens tokens) {
        return word(tokens, 0, "LIMIT");
    }

    /** A word outside of all parentheses. */
    private static int word(Tokens tokens, int from, String word) {
        return tokens.outermost(token -> token >= from && tokens.isWord(token, word));
    }

    Spread spread() {
        int verb = word(tokens, 0, update ? "UPDATE" : "DELETE");
        boolean change = update || tokens.statement().kind() == StatementKind.DELETE;
        Target found = change && verb == 0 ? target() : new Target.None("it is no UPDATE or DELETE that begins so");
        if (found instanceof Target.None(String reason)) {
            return new Spread.Impossible(reason);
        }
        TableUse target = ((Target.Of) found).use();
        List<RowKey> keys = keys(names.table(target));
        if (keys == null) {
            return new Spread.Impossible(
                    "the rows that it changes are found first, and then changed by their primary key,"
                            + " and Pinion knows none of " + target.name()
                            + " whose values it can write as they are: name the rows by the columns that place them, or give the table"
                            + " such a key");
        }
        int from = firstReference();
        int behindFrom = update ? word(tokens, from, "SET") : conditions(from);
        int conditions = conditions(behindFrom);
        if (update && readsOthers(target, new Span(tokens.start(behindFrom), startOf(conditions)))) {
            return new Spread.Impossible(
                    "the values that it sets are those of other tables, which may be on another shard than the row: select"
                            + " them first, and UPDATE " + target.name() + " with constants");
        }
        return new Spread.FoundRows(
                query(target, keys, new Span(tokens.start(from), tokens.end(behindFrom - 1)), conditions),
                keys,
                before(target, conditions, behindFrom),
                order(conditions),
                update,
                ignores());
    }

    // --- the table whose rows are changed

    private sealed interface Target {
        record Of(TableUse use) implements Target {}

        /** @param reason a clause that begins in lower case */
        record None(String reason) implements Target {}
    }

    private Target target() {
        QueryBlock block = facts.blocks().getFirst();
        if (block.natural()) {
            return new Target.None(
                    "NATURAL and USING join by names of which Pinion doesn't know whose they are: write ON");
        }
        if (!update && facts.targets().isEmpty()) {
            return new Target.Of(block.tables().getFirst());
        }
        List<TableUse> changed = new ArrayList<>();
        if (update) {
            for (ColumnUse column : facts.columns()) {
                if (!(column.role() instanceof Role.Assigned)) {
                    continue;
                }
                if (!(names.owner(column) instanceof Names.Owner.Of(var use, var table))) {
                    return new Target.None("Pinion can't tell whose column " + column.name()
                            + " is: write the table before it (table.column)");
                }
                changed.add(use);
            }
        } else {
            for (TableUse named : facts.targets()) {
                block.tables().stream()
                        .filter(use -> use.label().equals(named.name()))
                        .forEach(changed::add);
            }
        }
        List<TableUse> different = changed.stream().distinct().toList();
        return different.size() == 1 && (update || facts.targets().size() == 1)
                ? new Target.Of(different.getFirst())
                : new Target.None(
                        "it changes rows of several tables, or of a derived one: change one table at a time, in a"
                                + " transaction");
    }

    /** That which places the row comes first; null when the key isn't known, or a value of it can't be written. */
    private static @Nullable List<RowKey> keys(Table table) {
        if (table instanceof Table.ObjectTable) {
            return List.of(RowKey.id());
        }
        List<RowKey> keys = new ArrayList<>();
        String placing = Names.keyColumn(table);
        for (Column column : table.columns()) {
            boolean places = column.name().equalsIgnoreCase(placing);
            if (!places && !column.key().equals("PRI")) {
                continue;
            }
            Optional<RowKey> key = RowKey.of(column);
            if (key.isEmpty()) {
                return null;
            }
            keys.add(places ? 0 : keys.size(), key.get());
        }
        boolean known = table.columns().stream().anyMatch(column -> column.key().equals("PRI"));
        return known && placing != null && !keys.isEmpty() ? keys : null;
    }

    /** Whether the new values need more than the row itself. */
    private boolean readsOthers(TableUse target, Span assignments) {
        for (int token = tokens.at(assignments.from());
                token < tokens.count() && tokens.end(token) <= assignments.to();
                token++) {
            if (tokens.isWord(token, "SELECT")) {
                return true;
            }
        }
        return facts.columns().stream()
                .filter(column -> assignments.from() <= column.span().from()
                        && column.span().to() <= assignments.to())
                .anyMatch(column -> !(names.owner(column) instanceof Names.Owner.Of(var use, var table)
                        && use.number() == target.number()));
    }

    // --- the parts of the statement

    /** The first token of the tables that rows are looked for in. */
    private int firstReference() {
        if (!update) {
            return word(tokens, 1, "FROM") + 1;
        }
        int first = 1;
        while (tokens.isWord(first, "LOW_PRIORITY") || tokens.isWord(first, "IGNORE")) {
            first++;
        }
        return first;
    }

    /** The first token of WHERE, ORDER BY or LIMIT; the end of the statement when there is none. */
    private int conditions(int from) {
        for (String begins : List.of("WHERE", "ORDER", "LIMIT")) {
            int token = word(tokens, from, begins);
            if (token != NONE) {
                return token;
            }
        }
        return tokens.count();
    }

    private int startOf(int token) {
        return token < tokens.count() ? tokens.start(token) : end();
    }

    private int end() {
        return tokens.end(tokens.count() - 1);
    }

    private List<Piece> query(TableUse target, List<RowKey> keys, Span from, int conditions) {
        // A row that is found twice is changed once.
        boolean several = !isAlone();
        StringBuilder select = new StringBuilder(several ? "SELECT DISTINCT " : "SELECT ");
        for (int i = 0; i < keys.size(); i++) {
            select.append(i == 0 ? "" : ", ").append(keys.get(i).selected(target.label()));
        }
        List<Piece> query = new ArrayList<>();
        query.add(Fixed.of(select + " FROM "));
        query.add(edits.own(from));
        if (conditions < tokens.count()) {
            query.add(Fixed.of(" "));
            query.add(edits.own(new Span(tokens.start(conditions), end())));
        }
        query.add(Fixed.of(" FOR UPDATE"));
        return query;
    }

    private boolean isAlone() {
        QueryBlock block = facts.blocks().getFirst();
        return block.tables().size() == 1
                && block.derived().isEmpty()
                && facts.targets().isEmpty();
    }

    /** A statement on the changed table alone, up to its condition. */
    private List<Piece> before(TableUse target, int conditions, int behindFrom) {
        if (isAlone()) {
            return List.of(edits.own(new Span(tokens.start(0), tokens.end(conditions - 1))), Fixed.of(" WHERE "));
        }
        String ignore = ignores() ? " IGNORE" : "";
        if (!update) {
            return List.of(Fixed.of("DELETE" + ignore + " FROM "), edits.own(target.span()), Fixed.of(" WHERE "));
        }
        return List.of(
                Fixed.of("UPDATE" + ignore + " "),
                edits.own(target.span()),
                Fixed.of(target.alias() == null ? " " : " AS " + SqlNames.quoted(target.alias()) + " "),
                edits.own(new Span(tokens.start(behindFrom), tokens.end(conditions - 1))),
                Fixed.of(" WHERE "));
    }

    /** ORDER BY, in which rows are changed as well as found. */
    private List<Piece> order(int conditions) {
        int order = conditions < tokens.count() ? word(tokens, conditions, "ORDER") : NONE;
        int limit = limit(tokens);
        return order == NONE
                ? List.of()
                : List.of(
                        Fixed.of(" "),
                        edits.own(new Span(tokens.start(order), limit == NONE ? end() : tokens.end(limit - 1))));
    }

    /** Rows that can't be changed are left as they are. */
    private boolean ignores() {
        return ignores(tokens);
    }

    /** Whether IGNORE stands behind the verb, rather than behind a table, where it is about an index. */
    static boolean ignores(Tokens tokens) {
        for (int token = 1; MODIFIERS.contains(tokens.text(token).toUpperCase(Locale.ROOT)); token++) {
            if (tokens.isWord(token, "IGNORE")) {
                return true;
            }
        }
        return false;
    }
}
