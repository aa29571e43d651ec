package io.pinion.routing.planner.keyspace;

import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.dml.CarriedRowsPlanning;
import io.pinion.routing.planner.dml.CopyPlanning;
import io.pinion.routing.planner.dml.ReadThenWritePlanning;
import io.pinion.routing.planner.dml.StepsPlanning;
import io.pinion.routing.planner.gather.GatherPlanning;
import io.pinion.routing.planner.gather.GatherRoute;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fallback for a statement whose text can't be rewritten for a shard: it may still be right over copies of the
 * rows. Used once.
 */
final class GatherFallback {
    private final PlanningContext context;
    private final StatementFacts facts;

    GatherFallback(PlanningContext context) {
        this.context = context;
        this.facts = context.facts();
    }

    /**
     * Null when there is no other way.
     *
     * @param refused the reason why no shard can do its part
     */
    @Nullable
    PlanTemplate template(RoutePlan.Refused refused) {
        Keyspace.Sharded keyspace = context.keyspace();
        if (context.tokens().statement().kind().changesRows()) {
            return changes() && steps() instanceof MultiShardStrategy.Steps steps
                    ? request ->
                            bind(request, keyspace, refused, first -> inSteps(request, keyspace, steps, refused, first))
                    : null;
        }
        String reason = refused.reason();
        int cure = reason.indexOf(": ");
        GatherRoute gather = new GatherPlanning(context).plan(cure < 0 ? reason : reason.substring(0, cure));
        SessionEffects effects = context.effects();
        return gather == null
                ? null
                : request -> bind(
                        request,
                        keyspace,
                        refused,
                        first -> request.described()
                                ? gather.describe(request, first, effects)
                                : gather.plan(request, first.number(), effects, List.of()));
    }

    /** There is no text for a shard, even if it has all rows. */
    private static RoutePlan bind(
            Request request,
            Keyspace.Sharded keyspace,
            RoutePlan.Refused refused,
            Function<ShardId, RoutePlan> withFirstShard) {
        if (!request.session().rights().mayUse(keyspace.name())) {
            return Refusals.accessDenied(request.session(), keyspace.name());
        }
        ShardId first = keyspace.ranges().firstShard();
        return request.oneShardNamed(keyspace) || first == null ? refused : withFirstShard.apply(first);
    }

    /** A shard describes a statement that is only prepared, and it would have to understand the text. */
    private static RoutePlan inSteps(
            Request request,
            Keyspace.Sharded keyspace,
            MultiShardStrategy.Steps steps,
            RoutePlan.Refused refused,
            ShardId first) {
        return request.described()
                ? refused
                : request.writing(
                        written -> new StepsPlanning(written, keyspace, List.of()).plan(steps, first.number()));
    }

    /** Whether a change over several shards can have this effect, and no row moves to another shard. */
    private boolean changes() {
        boolean moves = facts.columns().stream()
                .anyMatch(column -> column.role() instanceof Role.Assigned
                        && context.names().owner(column) instanceof Names.Owner.Of(var use, var table)
                        && (Names.places(column, table) || Names.isObjectId(column, table)));
        boolean inserts = facts.insert().isPresent();
        CopyPlanning copies = new CopyPlanning(context);
        if (copies.changesCopies()) {
            copies.refuseDifferent();
        }
        return !moves && (inserts || NeverOnSeveral.reason(context.tokens(), context.effects()) == null);
    }

    /** The query of a change, or of new rows, is a statement of its own, which may be gathered. */
    private @Nullable MultiShardStrategy steps() {
        InsertFacts insert = facts.insert().orElse(null);
        if (insert == null) {
            return new ReadThenWritePlanning(context).strategy(false);
        }
        return insert.fromQuery() ? CarriedRowsPlanning.strategy(context, insert) : null;
    }
}
