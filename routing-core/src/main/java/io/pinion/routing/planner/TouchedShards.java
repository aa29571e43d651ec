package io.pinion.routing.planner;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.Target;
import io.pinion.routing.template.UnshardedRoute;
import io.pinion.routing.text.AnchorKind;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Finds the held shards that a plan touches.
 *
 * <p>Where the first step of a plan decides the shards of later ones, every shard of the keyspace counts as touched,
 * and so does every shard that a statement only reads: when the shard is released, other proxies write to its new pair,
 * and a statement that begins after such a write must not read the old one.
 */
record TouchedShards(RoutePlanner planner, Catalog catalog, SessionView session) {
    /**
     * The first held shard, or null.
     *
     * @param sql the client's text, or a text made of it
     */
    @Nullable
    HeldShard held(byte[] sql, RoutePlan plan) {
        return switch (plan) {
            case RoutePlan.SingleShard single -> {
                HeldShard onPair = catalog.heldOn(single.target().pair());
                HeldShard held = onPair == null ? catalog.heldIn(single.target().database()) : onPair;
                yield held == null ? named(sql) : held;
            }
            case RoutePlan.FanOut fanOut -> amongTargets(fanOut);
            case RoutePlan.Gather gather -> catalog.heldOf(gather.keyspace());
            case RoutePlan.ReadThenWrite steps -> {
                HeldShard held = catalog.heldOf(steps.keyspace());
                // Its rows may come from an unsharded database.
                yield held == null ? held(steps.sql(), steps.query()) : held;
            }
            case RoutePlan.LoadRows rows -> catalog.heldOf(rows.keyspace());
            case RoutePlan.Numbered numbered -> ofNumbered(numbered);
            case RoutePlan.ChangeSchema(SchemaChange change, var wanted) -> ofChange(change);
            // The statement reads and changes no table on any server.
            case RoutePlan.AnyServer any -> null;
            case RoutePlan.ChangeSession change -> null;
            case RoutePlan.Local local -> null;
            case RoutePlan.Admin admin -> null;
            // Its parts are planned by themselves.
            case RoutePlan.Split split -> null;
            case RoutePlan.Named named -> null;
            case RoutePlan.Refused refused -> null;
        };
    }

    private @Nullable HeldShard amongTargets(RoutePlan.FanOut fanOut) {
        for (Target target : fanOut.targets()) {
            HeldShard held = catalog.heldIn(target.database());
            if (held != null) {
                return held;
            }
        }
        return null;
    }

    /** A statement that passes unchanged may name several databases of its pair. */
    private @Nullable HeldShard named(byte[] sql) {
        Statement statement = planner.scan(session, sql, Parameters.NONE);
        for (int anchor = 0; anchor < statement.anchorCount(); anchor++) {
            HeldShard held = statement.anchorKind(anchor) == AnchorKind.SHARD_DATABASE
                    ? catalog.heldIn(UnshardedRoute.shardDatabase(anchor, statement))
                    : null;
            if (held != null) {
                return held;
            }
        }
        return null;
    }

    /** The numbers don't decide the shards of rows, so the check uses any. */
    private @Nullable HeldShard ofNumbered(RoutePlan.Numbered numbered) {
        HeldShard counting = ofCounter(numbered.sequence());
        if (counting != null) {
            return counting;
        }
        return held(numbered.text(1), planner.planNumbered(session, numbered, 1));
    }

    /** The shard of the counter, the lowest one, is written to. */
    private @Nullable HeldShard ofCounter(Sequence sequence) {
        ShardId lowest = catalog.keyspace(sequence.keyspace()) instanceof Keyspace.Sharded sharded
                ? sharded.ranges().firstShard()
                : null;
        return lowest == null ? null : inShard(sequence.keyspace(), lowest);
    }

    private @Nullable HeldShard ofChange(SchemaChange change) {
        return change.only().isPresent()
                ? inShard(change.keyspace(), change.only().get())
                : catalog.heldOf(change.keyspace());
    }

    private @Nullable HeldShard inShard(String keyspace, ShardId shard) {
        return catalog.keyspace(keyspace) instanceof Keyspace.Sharded sharded
                ? catalog.heldIn(sharded.databases().databaseOf(shard))
                : null;
    }
}
