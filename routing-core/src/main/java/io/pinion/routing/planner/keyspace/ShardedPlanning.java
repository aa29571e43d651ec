package io.pinion.routing.planner.keyspace;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StarItem;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.FoundDuplicates;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.dml.CarriedRowsPlanning;
import io.pinion.routing.planner.dml.CopyPlanning;
import io.pinion.routing.planner.dml.KeyChangePlanning;
import io.pinion.routing.planner.dml.NestedLocks;
import io.pinion.routing.planner.insert.InsertParts;
import io.pinion.routing.planner.insert.InsertPlanning;
import io.pinion.routing.planner.insert.NumberPlanning;
import io.pinion.routing.planner.names.IdCheck;
import io.pinion.routing.planner.names.IdRewriting;
import io.pinion.routing.planner.names.ItemTitles;
import io.pinion.routing.planner.names.KnownNames;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.names.RowIdAlias;
import io.pinion.routing.planner.names.StarExpansion;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.planner.shard.KeySource;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.planner.shard.NewRows;
import io.pinion.routing.planner.shard.Placement;
import io.pinion.routing.planner.shard.RowSplit;
import io.pinion.routing.planner.shard.ShardTarget;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Facts of a statement on logical tables → the template that routes and rewrites it. Used once. */
public final class ShardedPlanning {
    private final Keyspace.Sharded keyspace;
    private final boolean current;
    private final Tokens tokens;
    private final String charset;
    private final StatementFacts facts;
    private final SessionEffects effects;
    private final Edits edits;
    private final boolean step;
    private final Map<Integer, Table> tables = new HashMap<>();
    private final Names names;
    private final PlanningContext context;

    /**
     * @param current whether unqualified names are this keyspace's
     * @param step see {@link Request}
     */
    public ShardedPlanning(
            Keyspace.Sharded keyspace,
            boolean current,
            Tokens tokens,
            String charset,
            StatementFacts facts,
            SessionEffects effects,
            Edits edits,
            boolean step) {
        this.keyspace = keyspace;
        this.current = current;
        this.tokens = tokens;
        this.charset = charset;
        this.facts = facts;
        this.effects = effects;
        this.edits = edits;
        this.step = step;
        resolveTables();
        this.names = new Names(facts, tables);
        this.context = new PlanningContext(keyspace, tokens, facts, names, effects, step);
    }

    /**
     * A statement that can't be rewritten for a shard may still be right over copies of the rows, where ids are whole.
     */
    public PlanTemplate template() {
        refuseRowIds();
        try {
            refuseUnknownStars();
            refuseNaturalJoins();
            return onShards();
        } catch (UnplannableException e) {
            PlanTemplate instead =
                    e.refused().isUnsupported() ? new GatherFallback(context).template(e.refused()) : null;
            if (instead == null) {
                throw e;
            }
            return instead;
        }
    }

    /**
     * The plan of a text of which only the part is read that places its rows: all must be on one shard.
     *
     * @param reason the place that isn't read
     */
    public PlanTemplate onKnownShard(String reason) {
        refuseRowIds();
        qualify();
        IdRewriting ids = new IdRewriting(facts, names, edits, locks());
        ids.rewriteAll();
        refuseUnaccountedIds();
        refuseKeyChanges();
        refuseUnreadKeys(reason);
        List<IdCheck> checks = new ArrayList<>(ids.checks());
        List<KeySource> stated = new ShardTargeting(context, edits).stated();
        Placement placement = stated.isEmpty() ? ofUnkeyed() : new Placement.ByKeys(stated);
        int insertedType = -1;
        boolean generatesIds = false;
        if (facts.insert().isPresent()) {
            InsertPlanning inserting = new InsertPlanning(facts.insert().get(), context, edits);
            NewRows rows = inserting.rows();
            checks.addAll(inserting.checks());
            placement = rows == null ? null : insertPlacement(facts.insert().get(), rows);
            if (names.table(facts.insert().get().table()) instanceof Table.ObjectTable object) {
                insertedType = object.type();
                generatesIds = rows == null || rows.generateIds();
            }
        }
        if (placement == null) {
            throw new UnplannableException(Refusals.unreadable(reason, keyspace));
        }
        return new NumberPlanning(context)
                .around(new ShardRoute(
                        keyspace,
                        placement,
                        stated,
                        checks,
                        edits.inOrder(),
                        true,
                        insertedType,
                        generatesIds,
                        effects,
                        new MultiShardStrategy.Impossible("Pinion can't read all of it: " + reason)));
    }

    /** The place of the only table's rows; null when a key must tell it. */
    private @Nullable Placement ofUnkeyed() {
        return switch (tables.get(0)) {
            case Table.SingleTable single ->
                new Placement.OnShard(single.shard().number());
            case Table.ReferenceTable copied when tokens.statement().kind().isQuery() -> new Placement.Anywhere();
            case null, default -> null;
        };
    }

    /** What isn't read may change the column that places the row. */
    private void refuseUnreadKeys(String reason) {
        if (!tokens.statement().kind().changesRows()) {
            return;
        }
        for (int token = 0; token < tokens.count(); token++) {
            int start = tokens.start(token);
            String name = tokens.isName(token) ? tokens.name(token, charset) : "";
            boolean key = tables.values().stream().anyMatch(table -> name.equalsIgnoreCase(table.keyColumn()));
            if (key
                    && facts.columns().stream()
                            .noneMatch(column -> column.nameSpan().from() == start)) {
                throw new UnplannableException(Refusals.unreadable(reason, keyspace));
            }
        }
    }

    private PlanTemplate onShards() {
        qualify();
        IdRewriting ids = new IdRewriting(facts, names, edits, locks());
        ids.rewriteAll();
        new StarExpansion(facts, names, edits).expandAll();
        refuseUnaccountedIds();
        Optional<KeyChangePlanning> keyChange = KeyChangePlanning.of(context);
        if (keyChange.isEmpty()) {
            refuseKeyChanges();
        }
        if (step) {
            NestedLocks.add(tokens, facts, edits);
        }
        List<IdCheck> checks = new ArrayList<>(ids.checks());
        CopyPlanning copies = new CopyPlanning(context);
        ShardTargeting targeting = new ShardTargeting(context, edits);
        ShardTarget shardTarget;
        int insertedType = -1;
        boolean generatesIds = false;
        Optional<InsertFacts> insert = facts.insert();
        if (copies.changesCopies()) {
            shardTarget = copies.shardTarget(edits);
        } else if (insert.isPresent()) {
            InsertPlanning inserting = new InsertPlanning(insert.get(), context, edits);
            NewRows rows = inserting.rows();
            checks.addAll(inserting.checks());
            shardTarget = new ShardTarget(insertPlacement(insert.get(), rows), insertStrategy(insert.get()));
            if (names.table(insert.get().table()) instanceof Table.ObjectTable object) {
                insertedType = object.type();
                generatesIds = rows == null
                        || rows.generateIds()
                        || effects.insertId() == SessionEffects.InsertIdEffect.UNSEEN;
            }
        } else {
            ShardTarget asItIs = targeting.shardTarget();
            shardTarget = keyChange
                    .map(change -> changedKey(change.shardTarget(asItIs.placement())))
                    .orElse(asItIs);
        }
        List<KeySource> stated = new ArrayList<>(targeting.stated());
        keyChange.ifPresent(change -> stated.add(change.newKey()));
        // DELETE p FROM db03429.pins p is refused (1046) on a connection without any current database.
        boolean qualified = facts.targets().stream().noneMatch(this::isAlias);
        ShardRoute route = new ShardRoute(
                keyspace,
                shardTarget.placement(),
                stated,
                checks,
                edits.inOrder(),
                qualified,
                insertedType,
                generatesIds,
                effects,
                shardTarget.strategy());
        return new NumberPlanning(context).around(route);
    }

    private ShardTarget changedKey(ShardTarget changed) {
        String never = NeverOnSeveral.reason(tokens, effects);
        return never == null ? changed : new ShardTarget(changed.placement(), new MultiShardStrategy.Impossible(never));
    }

    private boolean locks() {
        return tokens.statement().mentions(Mention.FOR_UPDATE)
                || tokens.statement().mentions(Mention.FOR_SHARE);
    }

    // --- tables

    private void resolveTables() {
        for (QueryBlock block : facts.blocks()) {
            for (TableUse use : block.tables()) {
                boolean here = use.schema() == null ? current : use.schema().equals(keyspace.name());
                if (!here) {
                    throw new UnplannableException(otherDatabase(use));
                }
                Table table = keyspace.table(use.name());
                if (table == null) {
                    throw new UnplannableException(Refusals.unknownTable(keyspace.name(), use.name()));
                }
                tables.put(use.number(), table);
            }
        }
    }

    /** The message doesn't name the other database: a shard's isn't part of the shape, but this refusal is. */
    private RoutePlan.Refused otherDatabase(TableUse use) {
        return Refusals.unsupported("tables of " + keyspace.name() + " and " + use.name()
                + " of another database can't be reached by one statement: send one for each, or use the physical names"
                + " of databases on one pair");
    }

    private void qualify() {
        for (QueryBlock block : facts.blocks()) {
            block.tables().forEach(this::qualify);
        }
        facts.targets().stream().filter(target -> !isAlias(target)).forEach(this::qualify);
        for (ColumnUse column : facts.columns()) {
            if (column.schemaSpan() != null && keyspace.name().equals(column.schema())) {
                edits.replace(column.schemaSpan(), new Piece.ShardDatabase());
            }
        }
        ItemTitles.keep(tokens, facts, edits);
    }

    private boolean isAlias(TableUse target) {
        return facts.blocks().get(0).tables().stream()
                .anyMatch(use -> target.name().equals(use.alias()));
    }

    private void qualify(TableUse use) {
        if (use.schemaSpan() != null) {
            edits.replace(use.schemaSpan(), new Piece.ShardDatabase());
        } else {
            edits.insert(use.nameSpan().from(), new Piece.ShardDatabase(), Fixed.of("."));
        }
    }

    // --- what can't be right

    /** The copies' tables have no such name either, so gathering isn't tried. */
    private void refuseRowIds() {
        if (tables.values().stream().allMatch(RowIdAlias::isColumnOf)) {
            return;
        }
        RowIdAlias.refuse(
                tokens,
                charset,
                token -> tokens.isSymbol(token + 1, ".")
                        || tokens.isWord(token - 1, "AS")
                        || isOfTableOrColumn(new Span(tokens.start(token), tokens.end(token))));
    }

    private boolean isOfTableOrColumn(Span name) {
        return facts.blocks().stream().flatMap(block -> block.tables().stream()).anyMatch(use -> use.nameSpan()
                        .equals(name))
                || facts.columns().stream().anyMatch(column -> column.nameSpan().equals(name) && isKnownColumn(column));
    }

    private boolean isKnownColumn(ColumnUse column) {
        return switch (names.owner(column)) {
            case Names.Owner.Of(var use, Table table) -> Names.hasColumn(table, column.name());
            case Names.Owner.OfDerived derived -> true;
            case Names.Owner.Elsewhere elsewhere -> false;
            case Names.Owner.Unclear unclear -> false;
        };
    }

    /**
     * {@code SELECT x.*} of an unknown table: a server would complain of a missing current database, which clients
     * have.
     */
    private void refuseUnknownStars() {
        for (StarItem star : facts.stars()) {
            String qualifier = star.qualifier();
            if (qualifier != null && !isLabel(qualifier, facts.blocks().get(star.block()))) {
                throw new UnplannableException(Refusals.unknownStar(keyspace.name(), qualifier));
            }
        }
    }

    private static boolean isLabel(String qualifier, QueryBlock block) {
        return block.tables().stream().anyMatch(use -> use.label().equalsIgnoreCase(qualifier))
                || block.derived().stream().anyMatch(table -> table.label().equalsIgnoreCase(qualifier));
    }

    private void refuseNaturalJoins() {
        for (int token = 1; keyspace instanceof Keyspace.Id && token < tokens.count(); token++) {
            if (tokens.isWord(token, "NATURAL") && tokens.isOneOf(token + 1, "JOIN", "INNER", "LEFT", "RIGHT")) {
                throw unsupported(
                        "NATURAL JOIN would join by the columns of a shard, where ids are local: write ON with both"
                                + " sides (a.id = b.id)");
            }
        }
    }

    /** Every token {@code id} must have a known meaning: a wrong guess would give a wrong answer. */
    private void refuseUnaccountedIds() {
        if (tables.values().stream().noneMatch(Table.ObjectTable.class::isInstance)) {
            return;
        }
        KnownNames known = new KnownNames(tokens, facts);
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isName(token)
                    && tokens.name(token, "latin1").equalsIgnoreCase(Table.ObjectTable.ID)
                    && !known.contains(token)) {
                throw unsupported("Pinion can't tell what 'id' means at character "
                        + (tokens.start(token) - tokens.statement().start() + 1)
                        + " of this statement: rephrase it, or use the physical name of the shard's database");
            }
        }
    }

    /** The column that places a row must keep its value, or the row would be on the wrong shard. */
    private void refuseKeyChanges() {
        for (ColumnUse column : facts.columns()) {
            if (column.role() instanceof Role.Assigned(Operand value, boolean onDuplicateKey)
                    && names.owner(column) instanceof Names.Owner.Of(var use, var table)
                    && Names.places(column, table)
                    && !(onDuplicateKey && keepsInsertedValue(column, value))) {
                throw unsupported("column '" + column.name() + "' of " + use.name()
                        + " places the row on its shard and can't be changed: delete the row and insert another");
            }
        }
    }

    /** {@code board_id = VALUES(board_id)}: the row to insert is on this shard, so the value stays. */
    private boolean keepsInsertedValue(ColumnUse column, Operand value) {
        int first = tokens.at(value.span().from());
        return tokens.isWord(first, "VALUES")
                && tokens.isSymbol(first + 1, "(")
                && tokens.isName(first + 2)
                && tokens.name(first + 2, "latin1").equalsIgnoreCase(column.name())
                && tokens.isSymbol(first + 3, ")")
                && tokens.end(first + 3) == value.span().to();
    }

    // --- where it goes

    private Placement insertPlacement(InsertFacts insert, @Nullable NewRows rows) {
        if (insert.fromQuery() || rows == null) {
            // The statement is planned for the one shard that a hint names.
            return new Placement.Anywhere();
        }
        if (names.table(insert.table()) instanceof Table.SingleTable single && isAllOn(single.shard())) {
            return new Placement.OnShard(single.shard().number());
        }
        if (facts.blocks().size() > 1) {
            return new Placement.Missing("a subquery in the values of an INSERT may need any shard of "
                    + keyspace.name() + ": write INSERT … SELECT");
        }
        return new Placement.OfNewRows(rows);
    }

    /** Whether every table of the statement can be read on this shard. */
    private boolean isAllOn(ShardId shard) {
        return tables.values().stream()
                .allMatch(table -> table instanceof Table.ReferenceTable
                        || (table instanceof Table.SingleTable single
                                && single.shard().equals(shard)));
    }

    private MultiShardStrategy insertStrategy(InsertFacts insert) {
        if (insert.fromQuery()) {
            return CarriedRowsPlanning.strategy(context, insert);
        }
        if (tokens.statement().mentions(Mention.ROWNUM)) {
            return new MultiShardStrategy.Impossible(InsertParts.NUMBERED);
        }
        boolean returns = effects.insertId() == SessionEffects.InsertIdEffect.RETURNED;
        if (returns && (ChangeWords.ignores(tokens) || ChangeWords.update(tokens) >= 0)) {
            return new MultiShardStrategy.Impossible(
                    "RETURNING doesn't tell which of its rows IGNORE or ON DUPLICATE KEY UPDATE have"
                            + " inserted: insert the rows of each shard by a statement of their own");
        }
        if (!returns
                && (effects.insertId() != SessionEffects.InsertIdEffect.AS_ACKNOWLEDGED || effects.callsStored())) {
            return new MultiShardStrategy.Impossible(
                    "what it returns, or what it does to LAST_INSERT_ID(), can't be put together"
                            + " from several servers: insert the rows of each shard by a statement of their own");
        }
        RowSplit split = RowSplit.of(tokens, edits.inOrder(), insert.rows().size());
        return split == null
                ? new MultiShardStrategy.Impossible(
                        "its rows can't be told apart: insert those of each shard by a statement of" + " their own")
                : new MultiShardStrategy.Inserts(
                        split, FoundDuplicates.of(ChangeWords.ignores(tokens), ChangeWords.update(tokens) >= 0));
    }
}
