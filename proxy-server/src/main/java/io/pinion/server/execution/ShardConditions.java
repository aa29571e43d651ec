package io.pinion.server.execution;

import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.routing.plan.PreviousAnswer.Conditions;
import io.pinion.routing.plan.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * The warnings of one statement on several shards, as {@code SHOW WARNINGS} lists them: each with its shard's database behind
 * it. A server knows those of its last text only, so what was in flight when the first came is counted, and not listed.
 */
final class ShardConditions {
    private final List<Condition> listed = new ArrayList<>();
    private long count;

    /** Whether more can be listed. */
    boolean wantsMore() {
        return listed.size() < ConditionsQuestion.MOST;
    }

    /** Whether some shard has had any. */
    boolean haveBegun() {
        return count > 0;
    }

    void counted(int more) {
        count += more;
    }

    void listed(Target target, List<Condition> conditions) {
        for (Condition condition : conditions) {
            if (wantsMore()) {
                listed.add(new Condition(
                        condition.level(),
                        condition.code(),
                        condition.sqlState(),
                        condition.message() + " (" + target.database() + ")"));
            }
        }
    }

    /** @param own what Pinion has to say, which is first */
    Conditions with(List<Condition> own) {
        List<Condition> all = new ArrayList<>(own);
        all.addAll(listed);
        return new Conditions(all, own.size() + count);
    }
}
