package io.pinion.routing.advice;

import java.util.HashSet;
import java.util.Set;

/** The shards that one transaction works on. Reads of reference tables don't count: any shard has these rows. */
final class TransactionShards {
    private final Set<String> databases = new HashSet<>();
    private boolean several;
    private boolean sharded;

    void add(PlannedStatement planned, boolean readsCopies) {
        boolean counts = !readsCopies
                && planned.scope() != StatementScope.NO_SHARD
                && planned.scope() != StatementScope.ELSEWHERE
                && planned.scope() != StatementScope.REFUSED;
        if (counts) {
            sharded = true;
            several = several || planned.several();
            if (!several) {
                databases.addAll(planned.databases());
            }
        }
    }

    /** Whether it works on a shard at all. */
    boolean sharded() {
        return sharded;
    }

    boolean several() {
        return several || databases.size() > 1;
    }
}
