package io.pinion.routing.planner.dml;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.StatementAnalyzer;
import io.pinion.routing.analysis.TableNames;
import io.pinion.routing.analysis.facts.Analysis;
import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.insert.InsertParts;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * INSERT … SELECT from one keyspace into another: the query is a statement of its own, and so is the INSERT of its
 * rows. Every table's name is qualified, so that neither depends on a current database.
 */
public final class CrossKeyspaceInsert {
    private CrossKeyspaceInsert() {}

    /**
     * Null for any other statement.
     *
     * @param target the keyspace that gets the rows, if it is sharded
     * @param keyspace a sharded one of the named keyspaces
     * @param database the database of unqualified names
     */
    public static @Nullable PlanTemplate template(
            Tokens tokens,
            String charset,
            SessionEffects effects,
            Keyspace.@Nullable Sharded target,
            Keyspace.Sharded keyspace,
            String database) {
        boolean plain = effects.insertId() == SessionEffects.InsertIdEffect.AS_ACKNOWLEDGED
                && !effects.callsStored()
                && effects.retainedState().isEmpty();
        InsertParts parts = InsertParts.of(tokens);
        if (!plain
                || parts == null
                || !(StatementAnalyzer.analyze(tokens, charset) instanceof Analysis.Read(StatementFacts facts))
                || facts.insert().isEmpty()
                || !facts.insert().get().fromQuery()) {
            return null;
        }
        InsertFacts insert = facts.insert().get();
        if (parts.update() != null && !speaksOfNewRowsOnly(facts, insert, parts.update())) {
            throw unsupported(InsertParts.QUERY_IS_GONE);
        }
        Edits edits = new Edits(tokens.statement());
        for (TableNames.Name name : TableNames.in(tokens, charset)) {
            if (name.schema() < 0 && name.name() >= 0) {
                edits.insert(tokens.start(name.name()), Fixed.of(SqlNames.quoted(database) + "."));
            }
        }
        List<Piece> query = new ArrayList<>(edits.piecesOf(parts.query()));
        query.addAll(parts.locking());
        List<Piece> before = new ArrayList<>(edits.piecesOf(parts.before()));
        before.add(Fixed.of(" VALUES "));
        List<Piece> after = parts.update() == null ? List.of() : List.of(Fixed.of(" "), edits.own(parts.update()));
        Table table = target == null ? null : target.table(insert.table().name());
        MultiShardStrategy.Carried rows = new MultiShardStrategy.Carried(
                query,
                before,
                after,
                table == null ? List.of() : types(insert, table),
                ChangeWords.ignores(tokens),
                Optional.empty());
        return request -> request.described()
                ? Refusals.unpreparable()
                : request.writing(written -> new StepsPlanning(written, keyspace, List.of()).carried(rows));
    }

    /**
     * In the INSERT of the rows the query's tables are missing, so an unqualified name might be one of their columns.
     */
    private static boolean speaksOfNewRowsOnly(StatementFacts facts, InsertFacts insert, Span update) {
        String label = insert.table().label();
        return facts.columns().stream()
                .filter(column ->
                        update.from() <= column.span().from() && column.span().to() <= update.to())
                .allMatch(column -> column.role() instanceof Role.Assigned
                        || column.role() instanceof Role.ValuesOf
                        || label.equals(column.qualifier()));
    }

    static List<String> types(InsertFacts insert, Table table) {
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
}
