package io.pinion.server.execution;

import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.routing.plan.PreviousAnswer.Conditions;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * The warnings of one statement on several shards, as {@code SHOW WARNINGS} lists them: each with its shard's database behind
 * it. A server knows those of its last text only, so what was in flight when the first came is counted, and not listed.
 */
final class ShardConditions {
    private final boolean ofCopies;
    private final boolean areListed;
    private final List<Condition> listed = new ArrayList<>();
    private long count;
    private Wording wording = (number, message) -> message;

    /** What a shard's message means to the client. */
    interface Wording {
        /** @param number of the statement */
        String inWords(int number, String message);
    }

    private ShardConditions(boolean ofCopies, boolean areListed) {
        this.ofCopies = ofCopies;
        this.areListed = areListed;
    }

    /** The conditions of several steps that make one statement of the client's. */
    static ShardConditions ofSteps(boolean ofCopies) {
        return new ShardConditions(ofCopies, true);
    }

    /** @param ofClient whether the statement is the client's own; what another leaves would be forgotten */
    ShardConditions(Merging merging, boolean ofClient) {
        this.ofCopies = merging instanceof Merging.Copies;
        // Of explanations it is of no use.
        this.areListed =
                ofClient && !(merging instanceof Merging.Explanations) && !(merging instanceof Merging.Measured);
    }

    /** To be said before the first is listed. */
    void wordedBy(Wording words) {
        wording = words;
    }

    /**
     * A statement has left so many warnings.
     *
     * @param number of the statement
     * @return whether they are to be listed
     */
    boolean counted(int number, int more) {
        if (ofCopies && number > 0) {
            return false; // The same of another copy.
        }
        count += more;
        return wantsMore();
    }

    /** Whether a text must wait for the answer to the one ahead of it, whose warnings would be lost. */
    boolean areComing() {
        return count > 0 && wantsMore();
    }

    private boolean wantsMore() {
        return areListed && listed.size() < ConditionsQuestion.MOST;
    }

    void listed(int number, Target target, List<Condition> conditions) {
        for (Condition condition : conditions) {
            if (wantsMore()) {
                listed.add(new Condition(
                        condition.level(),
                        condition.code(),
                        condition.sqlState(),
                        wording.inWords(number, condition.message()) + " (" + target.database() + ")"));
            }
        }
    }

    /** Whether there is anything to list beside what Pinion itself has to say. */
    boolean haveAny() {
        return areListed && count > 0;
    }

    /** @param own what Pinion has to say, which is first */
    Conditions with(List<Condition> own) {
        List<Condition> all = new ArrayList<>(own);
        all.addAll(listed);
        return new Conditions(all, own.size() + count);
    }
}
