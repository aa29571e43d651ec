package io.pinion.routing.advice;

import java.util.Set;

/**
 * What becomes of a statement under a proposal.
 *
 * @param reason why it isn't on one shard, in the planner's words where it has some; empty for others
 * @param databases of the shards that it works on; empty where more than {@link #MANY} do, or none
 * @param several it works on several shards
 * @param numbered rows get numbers of a sequence: where these place them, {@code databases} are of some number
 */
record PlannedStatement(StatementScope scope, String reason, Set<String> databases, boolean several, boolean numbered) {
    /** More shards than this aren't listed. */
    static final int MANY = 16;

    /** The reason of a scatter. */
    static final String NO_KEY = "no condition names a key";

    PlannedStatement {
        databases = Set.copyOf(databases);
    }

    static PlannedStatement of(StatementScope scope, String reason) {
        return new PlannedStatement(
                scope,
                reason,
                Set.of(),
                scope.cost() > StatementScope.ONE_SHARD.cost() && scope != StatementScope.REFUSED,
                false);
    }

    PlannedStatement withNumbers() {
        return new PlannedStatement(scope, reason, databases, several, true);
    }
}
