package io.pinion.routing.planner.dml;

import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.insert.InsertParts;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * INSERT … SELECT and REPLACE … SELECT: the rows of the query, from any shards, are inserted as if VALUES listed them,
 * so that each goes to its shard. Used once.
 */
public final class CarriedRowsPlanning {
    private CarriedRowsPlanning() {}

    public static MultiShardStrategy strategy(PlanningContext context, InsertFacts insert) {
        SessionEffects effects = context.effects();
        if (effects.insertId() != SessionEffects.InsertIdEffect.AS_ACKNOWLEDGED
                || effects.callsStored()
                || !effects.retainedState().isEmpty()) {
            return new MultiShardStrategy.Impossible(
                    "what it returns or leaves on a connection can't be had when its rows are read first"
                            + " and inserted then");
        }
        Tokens tokens = context.tokens();
        InsertParts parts = InsertParts.of(tokens);
        if (parts == null) {
            return new MultiShardStrategy.Impossible(
                    "Pinion can't tell where the query of this INSERT begins: write INSERT INTO"
                            + " table (columns) SELECT …");
        }
        if (parts.update() != null && tokens.statement().mentions(Mention.ROWNUM)) {
            return new MultiShardStrategy.Impossible(InsertParts.NUMBERED);
        }
        if (parts.update() != null
                && !speaksOfNewRowsOnly(context, insert, parts.update().from())) {
            return new MultiShardStrategy.Impossible(InsertParts.QUERY_IS_GONE);
        }
        Table table = context.names().table(insert.table());
        Edits edits = new Edits(tokens.statement());
        List<Piece> read = new ArrayList<>();
        read.add(edits.own(parts.query()));
        read.addAll(parts.locking());
        List<Piece> before = List.of(edits.own(parts.before()), Fixed.of(" VALUES "));
        List<Piece> after = parts.update() == null ? List.of() : List.of(Fixed.of(" "), edits.own(parts.update()));
        return new MultiShardStrategy.Carried(
                read,
                before,
                after,
                CrossKeyspaceInsert.types(insert, table),
                ChangeWords.ignores(tokens),
                onlyWhole(table, insert));
    }

    private static boolean speaksOfNewRowsOnly(PlanningContext context, InsertFacts insert, int from) {
        return context.facts().columns().stream()
                .filter(column -> column.span().from() >= from || column.role() instanceof Role.Assigned)
                .allMatch(column -> context.names().owner(column) instanceof Names.Owner.Of(var use, var table)
                        && use.number() == insert.table().number());
    }

    /** The reason why no hint may keep the statement on one shard. */
    private static Optional<String> onlyWhole(Table table, InsertFacts insert) {
        if (table instanceof Table.ReferenceTable) {
            return Optional.of(table.name() + " is a reference table, the same on every shard");
        }
        if (table.sequence().isPresent()) {
            return Optional.of(
                    "new rows of " + table.name() + " get numbers, which are written in before they are sent");
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
