package io.pinion.routing.plan;

import io.pinion.routing.analysis.ColumnUse;
import io.pinion.routing.analysis.InsertFacts;
import io.pinion.routing.analysis.Role;
import io.pinion.routing.analysis.Span;
import io.pinion.routing.analysis.StatementFacts;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.text.Mention;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * INSERT … SELECT and REPLACE … SELECT: the rows that the query finds, wherever they are, are inserted as if they had been
 * written by VALUES, so that each finds its shard. Used once.
 */
final class CarriedRowsPlanning {
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final StatementTraits traits;
    private final InsertFacts insert;
    private final Edits edits;

    CarriedRowsPlanning(Tokens tokens, StatementFacts facts, Names names, StatementTraits traits, InsertFacts insert) {
        this.tokens = tokens;
        this.facts = facts;
        this.names = names;
        this.traits = traits;
        this.insert = insert;
        this.edits = new Edits(tokens.statement());
    }

    Spread spread() {
        if (traits.insertId() != StatementTraits.InsertIdEffect.AS_ACKNOWLEDGED
                || traits.callsStored()
                || !traits.leftBehind().isEmpty()) {
            return new Spread.Impossible(
                    "what it returns or leaves on a connection can't be had when its rows are read first"
                            + " and inserted then");
        }
        int query = queryStart();
        if (query < 0) {
            return new Spread.Impossible("Pinion can't tell where the query of this INSERT begins: write INSERT INTO"
                    + " table (columns) SELECT …");
        }
        int update = duplicateKeyStart();
        int end = tokens.end(tokens.count() - 1);
        int queryEnd = update < 0 ? end : tokens.end(update - 1);
        if (update >= 0 && !speaksOfNewRowsOnly(tokens.start(update))) {
            return new Spread.Impossible(
                    "ON DUPLICATE KEY UPDATE names columns of the query, which are gone when its rows are"
                            + " inserted: write VALUES(column)");
        }
        List<Piece> read = new ArrayList<>();
        read.add(edits.own(new Span(tokens.start(query), queryEnd)));
        boolean locks = tokens.statement().mentions(Mention.FOR_UPDATE)
                || tokens.statement().mentions(Mention.FOR_SHARE);
        if (!locks && !tokens.isSymbol(query, "(")) {
            // As INSERT … SELECT does: a transaction's old snapshot isn't copied.
            read.add(Fixed.of(" LOCK IN SHARE MODE"));
        }
        List<Piece> before = List.of(edits.own(new Span(tokens.start(0), tokens.end(query - 1))), Fixed.of(" VALUES "));
        List<Piece> after =
                update < 0 ? List.of() : List.of(Fixed.of(" "), edits.own(new Span(tokens.start(update), end)));
        return new Spread.Carried(read, before, after, types(), onlyWhole());
    }

    /** The first token of the query behind the table and its columns. */
    private int queryStart() {
        return tokens.outermost(token -> beginsQuery(token) || (tokens.isSymbol(token, "(") && beginsQuery(token + 1)));
    }

    private boolean beginsQuery(int token) {
        return tokens.isWord(token, "SELECT") || tokens.isWord(token, "WITH");
    }

    private int duplicateKeyStart() {
        return tokens.outermost(token -> tokens.isWord(token, "ON") && tokens.isWord(token + 1, "DUPLICATE"));
    }

    private boolean speaksOfNewRowsOnly(int from) {
        return facts.columns().stream()
                .filter(column -> column.span().from() >= from || column.role() instanceof Role.Assigned)
                .allMatch(column -> names.owner(column) instanceof Names.Owner.Of(var use, var table)
                        && use.number() == insert.table().number());
    }

    /** The first words of the types of the columns that get the values; empty for those that aren't known. */
    private List<String> types() {
        Table table = names.table(insert.table());
        if (!insert.columnsNamed()) {
            return table.columns().stream()
                    .filter(column -> !column.isInvisible())
                    .map(Column::typeWord)
                    .toList();
        }
        return insert.columns().stream().map(column -> type(table, column)).toList();
    }

    private static String type(Table table, ColumnUse use) {
        Column column = table.column(use.name());
        return column == null ? "" : column.typeWord();
    }

    /** Why no hint may keep the statement on one shard. */
    private Optional<String> onlyWhole() {
        Table table = names.table(insert.table());
        if (table instanceof Table.ReferenceTable) {
            return Optional.of(table.name() + " is a reference table, the same on every shard");
        }
        boolean ids = table instanceof Table.ObjectTable
                && (!insert.columnsNamed()
                        || insert.columns().stream()
                                .anyMatch(column -> column.name().equalsIgnoreCase(Table.ObjectTable.ID)));
        return ids
                ? Optional.of("the query gives the ids of " + table.name() + ", which say the shard")
                : Optional.empty();
    }
}
