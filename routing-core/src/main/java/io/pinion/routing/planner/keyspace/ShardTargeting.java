package io.pinion.routing.planner.keyspace;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Condition;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Restriction;
import io.pinion.routing.analysis.facts.ResultFacts;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.dml.ReadThenWritePlanning;
import io.pinion.routing.planner.gather.GatherPlanning;
import io.pinion.routing.planner.gather.GatherRoute;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.OuterAggregates;
import io.pinion.routing.planner.names.OwnTableOnly;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.planner.shard.KeyColumn;
import io.pinion.routing.planner.shard.KeyFinder;
import io.pinion.routing.planner.shard.KeySource;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.planner.shard.NoRows;
import io.pinion.routing.planner.shard.Placement;
import io.pinion.routing.planner.shard.RowNumbers;
import io.pinion.routing.planner.shard.ShardTarget;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides the shards of a statement that reads or changes rows, and the way to run it on several. Used once.
 *
 * <p>Several shards can each do their part when there is a <em>root</em>: a table of the statement such that every row
 * of another sharded table is used only together with a row of the root on its own shard, since both have the same
 * value in the columns that place them.
 */
final class ShardTargeting {
    private final PlanningContext context;
    private final Keyspace.Sharded keyspace;
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final Edits edits;
    private final SessionEffects effects;
    private final KeyFinder keys;

    /** The columns that place the rows of the sharded tables, by the number of the table. */
    private final Map<Integer, String> keyColumns = new LinkedHashMap<>();

    ShardTargeting(PlanningContext context, Edits edits) {
        this.context = context;
        this.keyspace = context.keyspace();
        this.tokens = context.tokens();
        this.facts = context.facts();
        this.names = context.names();
        this.edits = edits;
        this.effects = context.effects();
        this.keys = new KeyFinder(keyspace, facts, names);
        for (QueryBlock block : facts.blocks()) {
            for (TableUse use : block.tables()) {
                String column = names.table(use).keyColumn();
                if (column != null) {
                    keyColumns.put(use.number(), column);
                }
            }
        }
    }

    /** The keys of rows in the text, which a hint must not contradict. */
    List<KeySource> stated() {
        return distinct(sharded().stream()
                .filter(use -> constantsOf(use) != null)
                .map(this::source)
                .toList());
    }

    ShardTarget shardTarget() {
        Integer onlyShard = null;
        for (QueryBlock block : facts.blocks()) {
            for (TableUse use : block.tables()) {
                if (names.table(use) instanceof Table.SingleTable single) {
                    onlyShard = single.shard().number();
                }
            }
        }
        if (onlyShard != null && !keyColumns.isEmpty()) {
            return missing("a table that lives on one shard is joined with tables that are sharded, which Pinion"
                    + " doesn't do yet");
        }
        if (keyColumns.isEmpty()) {
            return new ShardTarget(
                    onlyShard == null ? new Placement.Anywhere() : new Placement.OnShard(onlyShard),
                    new MultiShardStrategy.Impossible("it has no table that is on several"));
        }
        return ofSharded();
    }

    private ShardTarget ofSharded() {
        TableUse root = root();
        MultiShardStrategy strategy = orGathered(root == null ? apart() : strategy(root));
        if (root != null && constantsOf(root) != null) {
            return new ShardTarget(new Placement.ByKeys(List.of(source(root))), strategy);
        }
        List<KeySource> sources = new ArrayList<>();
        for (TableUse use : sharded()) {
            if (constantsOf(use) == null) {
                return ofUnknown(use, root, strategy);
            }
            sources.add(source(use));
        }
        return new ShardTarget(new Placement.ByKeys(distinct(sources)), strategy);
    }

    private boolean isAlias(TableUse target) {
        return facts.blocks().getFirst().tables().stream()
                .anyMatch(use -> target.name().equals(use.alias()));
    }

    /** Leaves a query to one server, by a gather, when the answers of several shards can't be merged. */
    private MultiShardStrategy orGathered(MultiShardStrategy strategy) {
        if (!(strategy instanceof MultiShardStrategy.Impossible(String reason))) {
            return strategy;
        }
        boolean query = tokens.statement().kind() == StatementKind.SELECT;
        String ownOnly = query ? OwnTableOnly.reason(tokens) : null;
        if (ownOnly != null) {
            return OwnTableOnly.usesRelevance(tokens, facts) ? strategy : new MultiShardStrategy.Impossible(ownOnly);
        }
        GatherRoute gather = new GatherPlanning(context).plan(reason);
        return gather == null ? strategy : new MultiShardStrategy.Gathered(gather);
    }

    private ShardTarget ofUnknown(TableUse use, @Nullable TableUse root, MultiShardStrategy strategy) {
        Placement placement = strategy instanceof MultiShardStrategy.Impossible(String reason)
                ? new Placement.Missing(missingKey(use, reason))
                : byNumbers(new Placement.EveryShard(bounds(root), use.name() + "." + keyOf(use)));
        List<NoRows> noRows = NoRows.of(facts, tokens.statement());
        return new ShardTarget(noRows.isEmpty() ? placement : new Placement.OfNoRows(noRows, placement), strategy);
    }

    /** The bounds that every used row of the root fulfils: rows of the other tables are on its shard. */
    private List<Placement.EveryShard.Bound> bounds(@Nullable TableUse root) {
        List<Placement.EveryShard.Bound> bounds = new ArrayList<>();
        if (root == null || !(keyspace instanceof Keyspace.Id)) {
            return bounds;
        }
        for (Restriction restriction : facts.restrictions()) {
            if (restriction.condition() instanceof Condition.Bounded(Span span, var bound, boolean lower)
                    && restriction.binds().contains(root.number())
                    && isKeyOf(root, new ResultFacts.Element.Named(span))) {
                bounds.add(new Placement.EveryShard.Bound(bound.anchor(), bound.negative(), lower));
            }
        }
        return bounds;
    }

    /** The text may tell the local ids of all used rows of a table that the others are with. */
    private Placement byNumbers(Placement otherwise) {
        for (TableUse use : facts.blocks().getFirst().tables()) {
            if (names.table(use) instanceof Table.ObjectTable object
                    && object.hashed().isPresent()
                    && binds(use)) {
                List<KeySource.Constant> constants = keys.constantsOf(use.number(), Table.ObjectTable.LOCAL_ID);
                if (constants != null) {
                    return new Placement.ByNumbers(
                            new RowNumbers(object.hashed().get(), constants), otherwise);
                }
            }
        }
        return otherwise;
    }

    private ShardTarget missing(String reason) {
        return new ShardTarget(new Placement.Missing(reason), new MultiShardStrategy.Impossible(reason));
    }

    private String missingKey(TableUse use, String reason) {
        String name = use.alias() == null ? use.name() : use.name() + " " + use.alias();
        return "nothing in this statement says which shard of " + keyspace.name() + " has the rows of " + name
                + ", so it needs all of them, and " + reason + ": add " + use.label() + "."
                + keyColumns.get(use.number()) + " = … (a constant), or a hint (/* pinion: shard=… */)" + unread();
    }

    /** Gathering takes known columns, which a new table has soon. */
    private String unread() {
        List<String> unread = sharded().stream()
                .filter(use -> isUnread(names.table(use)))
                .map(TableUse::name)
                .distinct()
                .toList();
        return unread.isEmpty()
                ? ""
                : "; the columns of " + String.join(", ", unread)
                        + " aren't known, without which rows can't be brought together: RELOAD SCHEMA reads them";
    }

    private static boolean isUnread(Table table) {
        return table.columns().isEmpty() || table.columns().equals(Table.ObjectTable.DEFAULT_COLUMNS);
    }

    // --- keys

    private List<TableUse> sharded() {
        return facts.blocks().stream()
                .flatMap(block -> block.tables().stream())
                .filter(use -> keyColumns.containsKey(use.number()))
                .toList();
    }

    private @Nullable List<KeySource.Constant> constantsOf(TableUse use) {
        return keys.constantsOf(use.number(), keyOf(use));
    }

    private String keyOf(TableUse use) {
        String column = keyColumns.get(use.number());
        if (column == null) {
            throw new IllegalStateException(use.name() + " isn't sharded");
        }
        return column;
    }

    private KeySource source(TableUse use) {
        List<KeySource.Constant> constants = constantsOf(use);
        if (constants == null) {
            throw new IllegalStateException("nothing is known of the key of " + use.name());
        }
        return new KeySource(use.name(), keyOf(use), constants, KeyColumn.of(names.table(use), keyOf(use)), false);
    }

    /** Tables joined by equal keys share their source. */
    private static List<KeySource> distinct(List<KeySource> sources) {
        List<KeySource> kept = new ArrayList<>();
        for (KeySource source : sources) {
            if (kept.stream().noneMatch(other -> other.constants().equals(source.constants()))) {
                kept.add(source);
            }
        }
        return kept;
    }

    /** The best root, by a known key; null when there is none. */
    private @Nullable TableUse root() {
        TableUse root = null;
        for (TableUse use : facts.blocks().getFirst().tables()) {
            if (binds(use) && (root == null || constantsOf(root) == null)) {
                root = use;
            }
        }
        return root;
    }

    private boolean binds(TableUse use) {
        return keyColumns.containsKey(use.number())
                && !use.nullable()
                && (keyColumns.size() == 1
                        || (hashesEqualAlike() && keys.bindsAll(use.number(), keyOf(use), keyColumns)));
    }

    /** Whether keys that a server takes for equal lead to the same shard; keys of two types may not. */
    private boolean hashesEqualAlike() {
        return switch (keyspace) {
            case Keyspace.Id ids -> true;
            case Keyspace.Mod mod -> sharded().stream().allMatch(this::comparesAsHashed);
        };
    }

    private boolean comparesAsHashed(TableUse use) {
        return KeyColumn.of(names.table(use), keyOf(use)).comparesAsHashed();
    }

    // --- on several shards

    private MultiShardStrategy apart() {
        if (!tokens.statement().kind().changesRows()) {
            String called = effects.callsStored() ? NeverOnSeveral.reason(tokens, effects) : null;
            return new MultiShardStrategy.Impossible(
                    called != null
                            ? called
                            : "its tables aren't joined by the columns that place their rows, so that rows of"
                                    + " different shards belong together");
        }
        String never = NeverOnSeveral.reason(tokens, effects);
        return never == null
                ? new ReadThenWritePlanning(context).strategy(false)
                : new MultiShardStrategy.Impossible(never);
    }

    private MultiShardStrategy strategy(TableUse root) {
        String never = NeverOnSeveral.reason(tokens, effects);
        if (never != null) {
            return new MultiShardStrategy.Impossible(never);
        }
        if (OwnTableOnly.usesRelevance(tokens, facts)) {
            return new MultiShardStrategy.Impossible(
                    "the relevance of MATCH … AGAINST depends on all rows of a table, of which each"
                            + " shard has a part; it can only be a condition of its own");
        }
        StatementKind kind = tokens.statement().kind();
        if (kind.changesRows()) {
            return changes();
        }
        if (kind != StatementKind.SELECT || facts.result().isEmpty()) {
            return new MultiShardStrategy.Impossible(
                    "this kind of statement can't be put together from what they answer yet");
        }
        if (OuterAggregates.mayBeIn(context)) {
            return new MultiShardStrategy.Impossible("an aggregate function in a subquery, of columns of the query"
                    + " around it, needs the rows of all of them");
        }
        Edits each = eachShards();
        return new MergePlanning(
                        context,
                        facts.result().get(),
                        root,
                        each,
                        groupsByKey(root, facts.result().get()))
                .strategy();
    }

    private MultiShardStrategy changes() {
        // The aliases in a DELETE stand for tables of the current database, and a shard's connection has none.
        boolean aliases = facts.targets().stream().anyMatch(this::isAlias);
        if (aliases || ReadThenWritePlanning.limit(tokens) >= 0) {
            return new ReadThenWritePlanning(context).strategy(true);
        }
        return new MultiShardStrategy.Changes(eachShards().inOrder(), ChangeWords.returnsRows(tokens));
    }

    /**
     * The edits for one of several shards: it gets its own part of a list of keys that selects the shards. Any other
     * list stays whole: rows that a server takes for equal to one of its values may be on any shard.
     */
    private Edits eachShards() {
        Edits each = edits.copy();
        for (ColumnUse column : facts.columns()) {
            if (column.role() instanceof Role.Member(List<Operand> values)
                    && names.owner(column) instanceof Names.Owner.Of(var use, var table)
                    && !(table instanceof Table.ObjectTable)
                    && column.name().equalsIgnoreCase(keyColumns.get(use.number()))) {
                for (Operand value : values) {
                    if (value instanceof Operand.ConstantList(int anchor, Span span) && places(use, anchor)) {
                        each.replace(span, new Piece.KeysHere(anchor));
                    }
                }
            }
        }
        return each;
    }

    private boolean places(TableUse use, int anchor) {
        List<KeySource.Constant> constants = constantsOf(use);
        return constants != null && constants.stream().anyMatch(constant -> constant.anchor() == anchor);
    }

    /** Whether the rows of a group are on one shard: they share the value that places them. */
    private boolean groupsByKey(TableUse root, ResultFacts result) {
        if (!(keyspace instanceof Keyspace.Id) && !comparesAsHashed(root)) {
            return false;
        }
        return result.grouping().stream().anyMatch(element -> isKeyOf(root, element));
    }

    private boolean isKeyOf(TableUse root, ResultFacts.Element element) {
        ColumnUse use = element instanceof ResultFacts.Element.Named(Span span) ? names.columnAt(span) : null;
        return use != null
                && names.owner(use) instanceof Names.Owner.Of(var table, var owner)
                && table.number() == root.number()
                && use.name().equalsIgnoreCase(keyOf(root));
    }
}
