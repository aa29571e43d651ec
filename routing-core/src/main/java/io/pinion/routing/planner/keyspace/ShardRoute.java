package io.pinion.routing.planner.keyspace;

import io.pinion.routing.catalog.ExhaustedTable;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.planner.dml.StepsPlanning;
import io.pinion.routing.planner.names.IdCheck;
import io.pinion.routing.planner.shard.Gathering;
import io.pinion.routing.planner.shard.KeySource;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.planner.shard.NewRows;
import io.pinion.routing.planner.shard.Placement;
import io.pinion.routing.planner.shard.RowCounts;
import io.pinion.routing.planner.shard.ShardFinder;
import io.pinion.routing.planner.shard.ShardTexts;
import io.pinion.routing.planner.shard.ShardValues;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Hint;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.lexer.Mention;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The template of every statement on rows of one sharded keyspace: binding its values decides on one shard or several.
 *
 * @param placement decides the shard, unless a hint or {@code keyspace:shard} does
 * @param stated the keys in the text, whose shard a hint or {@code keyspace:shard} must not contradict
 * @param checks conditions on constants of the text that must hold before it may be sent
 * @param edits make the text a shard's; none when the client's text is meant for the shard's database
 * @param insertedType the type of the ids that the statement makes, or -1
 * @param strategy the way to run it when {@code placement} finds several shards
 * @param generatesIds whether the server makes ids, rather than the text giving all
 */
public record ShardRoute(
        Keyspace.Sharded keyspace,
        Placement placement,
        List<KeySource> stated,
        List<IdCheck> checks,
        List<Edit> edits,
        boolean qualified,
        int insertedType,
        boolean generatesIds,
        SessionEffects effects,
        MultiShardStrategy strategy)
        implements PlanTemplate {
    /** The error for a LIMIT of another form. */
    public static final String COUNTS = "LIMIT and OFFSET take integers from 0 to 18446744073709551615 only";

    public ShardRoute {
        stated = List.copyOf(stated);
        checks = List.copyOf(checks);
        edits = List.copyOf(edits);
    }

    @Override
    public RoutePlan bind(Request request) {
        if (!request.session().rights().mayUse(keyspace.name())) {
            return Refusals.accessDenied(request.session(), keyspace.name());
        }
        Optional<RoutePlan> ofQuery = ofQuery(request);
        if (ofQuery.isPresent()) {
            return ofQuery.get();
        }
        ShardFinder found = new ShardFinder(keyspace, request);
        Refused refused = place(request, found);
        if (refused != null) {
            return refused;
        }
        BitSet several = found.several();
        if (several != null) {
            return onSeveral(request, several);
        }
        int shard = found.shard() == ShardFinder.NONE ? anyShard() : found.shard();
        return onOne(request, shard, shard);
    }

    /** @param ofRows the shard that new rows must be of, or {@link IdConstants#ANY_SHARD} */
    private RoutePlan onOne(Request request, int shard, int ofRows) {
        if (shard == ShardFinder.NONE) {
            return Refusals.general("no shard of " + keyspace.name() + " is open");
        }
        Target target = Target.of(keyspace, shard);
        if (target == null) {
            return Refusals.notOpen(keyspace.name(), shard);
        }
        Refused failed = failure(request, ofRows);
        if (failed == null && !request.described()) {
            failed = exhausted(request, shard);
        }
        return failed == null ? plan(request, shard, target) : failed;
    }

    /** A further id of this shard for the table could have the next type. */
    private @Nullable Refused exhausted(Request request, int shard) {
        ExhaustedTable table =
                generatesIds ? request.catalog().schema().exhausted(keyspace.name(), insertedType, shard) : null;
        return table == null ? null : Refusals.exhausted(table);
    }

    private RoutePlan onSeveral(Request request, BitSet several) {
        int first = several.nextSetBit(0);
        if (request.described()) {
            // Values may select fewer shards, if they bound a range of ids.
            Placement.EveryShard every = placement.everyShard(request);
            Refused refused =
                    every == null || !every.bounds().isEmpty() ? null : refusedScatter(request, every, several);
            // One shard describes the whole statement, which would also have the rows of the others.
            return refused == null ? onOne(request, first, IdConstants.ANY_SHARD) : refused;
        }
        return request.writing(written -> ofSeveral(written, several, first));
    }

    private RoutePlan ofSeveral(Request request, BitSet several, int first) {
        return switch (strategy) {
            case MultiShardStrategy.Impossible(String reason) ->
                ShardFinder.severalShards(keyspace.name(), several, reason);
            case MultiShardStrategy.Changes(List<Edit> changing, boolean returns) ->
                fanOut(
                        request,
                        several,
                        shard -> changing,
                        returns ? new RoutePlan.Merging.Returned(List.of(), -1) : new RoutePlan.Merging.Counts());
            case MultiShardStrategy.FoundRows rows -> inSteps(request, steps -> steps.found(rows, first));
            case MultiShardStrategy.MovedRows rows -> inSteps(request, steps -> steps.moved(rows, first));
            case MultiShardStrategy.Carried rows ->
                throw new IllegalStateException("what a query finds has been planned");
            case MultiShardStrategy.Copies(List<Edit> changing) ->
                fanOut(request, several, shard -> changing, new RoutePlan.Merging.Copies());
            case MultiShardStrategy.Gathered(Gathering gather) ->
                gather.plan(request, first, effects, warnings(request));
            case MultiShardStrategy.Inserts inserts -> insert(request, several, inserts);
            case MultiShardStrategy.Rows(var reading, MergePlan merge, int columns, int offset, int rowCount) -> {
                if (!RowCounts.isCount(request, offset) || !RowCounts.isCount(request, rowCount)) {
                    yield Refusals.syntax(COUNTS);
                }
                RowLimit limit = rowCount < 0 ? RowLimit.NONE : RowCounts.limit(request, offset, rowCount);
                MergePlan limited = merge.limitedBy(limit);
                yield fanOut(request, several, shard -> reading, new RoutePlan.Merging.Rows(limited, columns));
            }
        };
    }

    /** The plan of an INSERT … SELECT that no hint keeps on one shard; empty for all others. */
    private Optional<RoutePlan> ofQuery(Request request) {
        if (!(placement instanceof Placement.Anywhere) || request.described() || !inserts(request)) {
            return Optional.empty();
        }
        boolean one = request.oneShardNamed(keyspace);
        return switch (strategy) {
            case MultiShardStrategy.Carried rows
            when one ->
                rows.onlyWhole()
                        .map(reason ->
                                Refusals.unsupported(reason + ", and the hint or the session names one: leave it out"));
            case MultiShardStrategy.Carried rows ->
                Optional.of(request.writing(written -> inSteps(written, steps -> steps.carried(rows))));
            case MultiShardStrategy.Impossible(String reason)
            when !one ->
                Optional.of(Refusals.unsupported("the rows of this INSERT … SELECT may belong to any shard of "
                        + keyspace.name() + ", and " + reason
                        + ", or give a hint (/* pinion: shard=… */) when all are on one"));
            default -> Optional.empty();
        };
    }

    private static boolean inserts(Request request) {
        StatementKind kind = request.statement().kind();
        return kind == StatementKind.INSERT || kind == StatementKind.REPLACE;
    }

    private RoutePlan inSteps(Request request, Function<StepsPlanning, RoutePlan> planned) {
        Refused failed = failure(request, IdConstants.ANY_SHARD);
        return failed == null ? planned.apply(new StepsPlanning(request, keyspace, warnings(request))) : failed;
    }

    private RoutePlan insert(Request request, BitSet several, MultiShardStrategy.Inserts inserts) {
        if (!(placement instanceof Placement.OfNewRows(NewRows placed))) {
            throw new IllegalStateException("new rows are placed by " + placement);
        }
        int[] shards = placed.shardsOf(keyspace, request);
        if (shards == null) {
            throw new IllegalStateException("new rows were placed a moment ago");
        }
        int insertId = statementOf(several, shards[placed.rowOfInsertId()]);
        return fanOut(
                request,
                several,
                shard -> inserts.rows().editsFor(shards, shard),
                effects.insertId() == SessionEffects.InsertIdEffect.RETURNED
                        ? new RoutePlan.Merging.Returned(
                                Arrays.stream(shards)
                                        .mapToObj(shard -> statementOf(several, shard))
                                        .toList(),
                                insertId)
                        : new RoutePlan.Merging.InsertedRows(insertId, inserts.duplicates()));
    }

    private static int statementOf(BitSet several, int shard) {
        return several.get(0, shard).cardinality();
    }

    private RoutePlan fanOut(
            Request request, BitSet several, IntFunction<List<Edit>> eachEdits, RoutePlan.Merging merging) {
        Refused failed = failure(request, IdConstants.ANY_SHARD);
        if (failed != null) {
            return failed;
        }
        Placement.EveryShard every = placement.everyShard(request);
        ScatterRules rules = ScatterRules.of(keyspace, request.session());
        List<Condition> warnings = warnings(request);
        if (every != null && !rules.policy().isFree()) {
            Refused refused = refusedScatter(request, every, several);
            if (refused != null) {
                return refused;
            }
            warnings = new ArrayList<>(warnings);
            warnings.addAll(rules.warnings(several.cardinality(), every.keys()));
        }
        int[] shards = shards(several, merging);
        List<Target> targets = new ArrayList<>(shards.length);
        for (int shard : shards) {
            Target target = Target.of(keyspace, shard);
            if (target == null) {
                return Refusals.notOpen(keyspace.name(), shard);
            }
            Refused exhausted = exhausted(request, shard);
            if (exhausted != null) {
                return exhausted;
            }
            targets.add(target);
        }
        return new RoutePlan.FanOut(
                keyspace.name(),
                targets,
                new ShardTexts(keyspace, request, eachEdits, shards, targets, insertedType, generatesIds),
                merging,
                every != null,
                // A column's default may depend on the current time.
                merging instanceof RoutePlan.Merging.Copies
                        || request.statement().mentions(Mention.CURRENT_TIME),
                effects,
                warnings,
                every == null ? ScatterPolicy.FREE : rules.policy());
    }

    private @Nullable Refused refusedScatter(Request request, Placement.EveryShard every, BitSet shards) {
        return ScatterRules.of(keyspace, request.session()).refusal(shards.cardinality(), every.keys());
    }

    /**
     * The shards in the order in which they are asked, which is the order of their rows when these follow shard by
     * shard.
     */
    private static int[] shards(BitSet several, RoutePlan.Merging merging) {
        boolean descending = merging instanceof RoutePlan.Merging.Rows(MergePlan merge, int columns)
                && merge.inTurn()
                && merge.order().getFirst().descending();
        int[] shards = new int[several.cardinality()];
        int next = descending ? shards.length - 1 : 0;
        for (int shard = several.nextSetBit(0); shard >= 0; shard = several.nextSetBit(shard + 1)) {
            shards[next] = shard;
            next += descending ? -1 : 1;
        }
        return shards;
    }

    private @Nullable Refused failure(Request request, int shard) {
        return new IdConstants(keyspace, request).failure(checks, shard);
    }

    private List<Condition> warnings(Request request) {
        return new IdConstants(keyspace, request).warnings(checks, stated);
    }

    /**
     * The shard for a statement without a key: all keys are NULL, which no row has, or the statement is only prepared.
     */
    private int anyShard() {
        ShardId first = keyspace.ranges().firstShard();
        return first == null ? ShardFinder.NONE : first.number();
    }

    private RoutePlan plan(Request request, int shard, Target target) {
        ShardValues values = new ShardValues(request, shard, SqlNames.quotedIfNeeded(target.database()));
        return new RoutePlan.SingleShard(
                target,
                edits.isEmpty()
                        ? new StatementText.Original()
                        : StatementText.edited(request.statement(), edits, values),
                qualified ? new DatabaseContext.Irrelevant() : new DatabaseContext.Required(target.database()),
                insertedType < 0
                        ? request.inserted()
                        : new InsertedId.Composed(values.idBase(insertedType), generatesIds),
                effects,
                warnings(request));
    }

    /** A hint decides first, then the session's shard, then the statement's own keys. */
    private @Nullable Refused place(Request request, ShardFinder found) {
        if (placement instanceof Placement.EveryCopy copies) {
            return request.oneShardNamed(keyspace) ? onlyOneCopy() : copies.place(keyspace, request, found);
        }
        Hint hint = request.statement().hint().orElse(null);
        if (hint != null) {
            Refused refused = found.addHinted(hint);
            return refused == null ? rowsElsewhere(request, found.shard()) : refused;
        }
        if (request.current() instanceof CurrentDatabase.OneShard one
                && one.keyspace().name().equals(keyspace.name())) {
            found.add(one.shard());
            return rowsElsewhere(request, one.shard());
        }
        return placement.place(keyspace, request, found);
    }

    private static Refused onlyOneCopy() {
        return Refusals.unsupported(
                "a reference table is the same on every shard, and the hint or the session names one:"
                        + " leave it out, or change one copy by the physical name of its database");
    }

    /** The error when the text's own keys lead elsewhere: the named shard has none of these rows. */
    private @Nullable Refused rowsElsewhere(Request request, int shard) {
        for (int i = 0; i < stated.size(); i++) {
            Refused refused = stated.get(i).refusalOn(shard, keyspace, request);
            if (refused != null) {
                return refused;
            }
        }
        return placement instanceof Placement.OfNewRows(NewRows rows) ? rows.refusalOn(shard, keyspace, request) : null;
    }
}
