package io.pinion.routing.plan;

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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE or DELETE with LIMIT on several shards: which rows are the first only all shards together know. A query finds and
 * locks them, then they are changed by their primary keys. Used once.
 */
final class FirstRowsPlanning {
    private static final int NONE = -1;

    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final Edits edits;

    FirstRowsPlanning(Tokens tokens, StatementFacts facts, Names names) {
        this.tokens = tokens;
        this.facts = facts;
        this.names = names;
        this.edits = new Edits(tokens.statement());
    }

    /** The place of LIMIT in the statement itself; -1 without one. */
    static int limit(Tokens tokens) {
        return word(tokens, "LIMIT");
    }

    private static int word(Tokens tokens, String word) {
        return tokens.outermost(token -> tokens.isWord(token, word));
    }

    Spread spread() {
        StatementKind kind = tokens.statement().kind();
        boolean update = kind == StatementKind.UPDATE && tokens.isWord(0, "UPDATE");
        boolean delete = kind == StatementKind.DELETE && tokens.isWord(0, "DELETE");
        List<TableUse> tables = facts.blocks().getFirst().tables();
        if (!(update || delete) || tables.size() != 1) {
            return new Spread.Impossible(
                    "which rows LIMIT leaves out can't be told on several shards unless it is an UPDATE or a DELETE of one"
                            + " table: leave LIMIT out, or name the rows by their keys");
        }
        TableUse use = tables.getFirst();
        List<RowKey> keys = keys(names.table(use));
        if (keys == null) {
            return new Spread.Impossible(
                    "the rows that LIMIT leaves are changed by their primary key, and Pinion knows none of "
                            + use.name()
                            + " whose values it can write as they are: leave LIMIT out, or name the rows by their keys");
        }
        int limit = limit(tokens);
        int order = word(tokens, "ORDER");
        int where = word(tokens, "WHERE");
        int tail = order == NONE ? limit : order;
        int conditions = where == NONE ? tail : where;
        int end = tokens.end(tokens.count() - 1);
        int afterTable = tokens.end((update ? word(tokens, "SET") : conditions) - 1);
        StringBuilder select = new StringBuilder("SELECT ");
        for (int i = 0; i < keys.size(); i++) {
            select.append(i == 0 ? "" : ", ").append(keys.get(i).selected(use.label()));
        }
        List<Piece> query = new ArrayList<>();
        query.add(Fixed.of(select + " FROM "));
        query.add(edits.own(new Span(use.span().from(), afterTable)));
        query.add(Fixed.of(" "));
        query.add(edits.own(new Span(tokens.start(conditions), end)));
        query.add(Fixed.of(" FOR UPDATE"));
        List<Piece> before =
                List.of(edits.own(new Span(tokens.start(0), tokens.end(conditions - 1))), Fixed.of(" WHERE "));
        List<Piece> after = order == NONE
                ? List.of()
                : List.of(Fixed.of(" "), edits.own(new Span(tokens.start(order), tokens.end(limit - 1))));
        return new Spread.FirstRows(query, keys, before, after, update, !ignores());
    }

    /** Rows that can't be changed are left as they are. */
    private boolean ignores() {
        return tokens.isWord(1, "IGNORE") || tokens.isWord(2, "IGNORE") || tokens.isWord(3, "IGNORE");
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
}
