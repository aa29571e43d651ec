package io.pinion.routing.planner.keyspace;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.catalog.ScatterPolicy.Rule;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a keyspace and a user for statements that name no shard.
 *
 * @param policy the stricter of both
 */
record ScatterRules(Keyspace.Sharded keyspace, SessionView session, ScatterPolicy policy) {
    static ScatterRules of(Keyspace.Sharded keyspace, SessionView session) {
        return new ScatterRules(
                keyspace, session, keyspace.scatter().strictest(session.rights().scatter()));
    }

    /**
     * The reason why a statement may not go to so many shards, or null.
     *
     * @param keys the columns whose values would select shards: {@code pins.id}
     */
    @Nullable
    Refused refusal(int shards, String keys) {
        if (policy.rule() == Rule.REFUSE) {
            boolean ofKeyspace = keyspace.scatter().rule() == Rule.REFUSE;
            return Refusals.scatter(what(shards, keys) + ", which " + whose(ofKeyspace) + " refuses: " + cure(keys));
        }
        long most = policy.maxShards().orElse(Long.MAX_VALUE);
        if (shards > most) {
            boolean ofKeyspace = keyspace.scatter().maxShards().orElse(Long.MAX_VALUE) == most;
            return Refusals.scatter(
                    what(shards, keys) + ", and " + whose(ofKeyspace) + " allows " + most + ": " + cure(keys));
        }
        return null;
    }

    /** The warnings for a statement that runs all the same. */
    List<Condition> warnings(int shards, String keys) {
        boolean ofKeyspace = keyspace.scatter().rule() == Rule.WARN;
        return policy.rule() == Rule.WARN
                ? List.of(Condition.warning(
                        what(shards, keys) + ", which " + whose(ofKeyspace) + " warns of: add " + keys + " = …"))
                : List.of();
    }

    private String what(int shards, String keys) {
        return "this statement doesn't name the rows that it is about by " + keys + ", so it needs " + shards
                + " shards of " + keyspace.name();
    }

    private String whose(boolean ofKeyspace) {
        return "the scatter policy of " + (ofKeyspace ? "keyspace " + keyspace.name() : "user " + session.userName());
    }

    private static String cure(String keys) {
        return "add " + keys + " = … or IN (…), or a hint (/* pinion: shard=… */), or have the policy changed in the"
                + " topology";
    }
}
