package io.pinion.routing.planner.keyspace;

import io.pinion.routing.analysis.facts.InsertFacts;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.dml.CarriedRowsPlanning;
import io.pinion.routing.planner.dml.CopyPlanning;
import io.pinion.routing.planner.dml.ReadThenWriteOnly;
import io.pinion.routing.planner.dml.ReadThenWritePlanning;
import io.pinion.routing.planner.gather.GatherOnly;
import io.pinion.routing.planner.gather.GatherPlanning;
import io.pinion.routing.planner.gather.GatherRoute;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.text.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * The fallback for a statement whose text can't be rewritten for a shard: it may still be right over copies of the
 * rows. Used once.
 */
final class GatherFallback {
    private final PlanningContext context;
    private final Keyspace.Sharded keyspace;
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final SessionEffects effects;

    GatherFallback(PlanningContext context) {
        this.context = context;
        this.keyspace = context.keyspace();
        this.tokens = context.tokens();
        this.facts = context.facts();
        this.names = context.names();
        this.effects = context.effects();
    }

    /**
     * Null when there is no other way.
     *
     * @param refused the reason why no shard can do its part
     */
    @Nullable
    PlanTemplate template(RoutePlan.Refused refused) {
        if (tokens.statement().kind().changesRows()) {
            return changes() && steps() instanceof MultiShardStrategy.Steps steps
                    ? new ReadThenWriteOnly(keyspace, steps, refused)
                    : null;
        }
        String reason = refused.reason();
        int cure = reason.indexOf(": ");
        GatherRoute gather = new GatherPlanning(context).plan(cure < 0 ? reason : reason.substring(0, cure));
        return gather == null ? null : new GatherOnly(keyspace, gather, refused, effects);
    }

    /** Whether a change over several shards can have this effect, and no row moves to another shard. */
    private boolean changes() {
        boolean moves = facts.columns().stream()
                .anyMatch(column -> column.role() instanceof Role.Assigned
                        && names.owner(column) instanceof Names.Owner.Of(var use, var table)
                        && (Names.places(column, table) || Names.isObjectId(column, table)));
        boolean inserts = facts.insert().isPresent();
        CopyPlanning copies = new CopyPlanning(context);
        if (copies.changesCopies()) {
            copies.refuseDifferent();
        }
        return !moves && (inserts || NeverOnSeveral.reason(tokens, effects) == null);
    }

    /** The query of a change, or of new rows, is a statement of its own, which may be gathered. */
    private @Nullable MultiShardStrategy steps() {
        InsertFacts insert = facts.insert().orElse(null);
        if (insert == null) {
            return new ReadThenWritePlanning(context).strategy(false);
        }
        return insert.fromQuery() ? new CarriedRowsPlanning(context, insert).strategy() : null;
    }
}
