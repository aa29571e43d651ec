package io.pinion.server.shadow;

import io.pinion.routing.planner.RepeatableRead;
import io.pinion.server.execution.answer.CollectedAnswer;
import io.pinion.server.execution.answer.CollectedAnswer.Done;
import io.pinion.server.execution.answer.CollectedAnswer.Refused;
import io.pinion.server.execution.answer.CollectedAnswer.Rows;
import io.pinion.server.execution.answer.CollectedAnswer.Unknown;
import io.pinion.server.observe.ShadowOutcome;
import java.time.Duration;

/**
 * Decides whether both sides answer a read alike, by asking them again and again: a write between the two questions, or
 * one that the import hasn't carried yet, makes a difference that goes away. Used by one thread at a time.
 */
final class ShadowTries {
    /** An import carries a write within about a second. */
    private static final Duration STEADY = Duration.ofSeconds(5);

    /** Hardly any error goes away. */
    private static final Duration STEADY_ERROR = Duration.ofMillis(500);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final int LONGEST_PAUSE = 4;
    private static final int MOST_TRIES = 15;

    private final RepeatableRead read;
    private int tries;
    private long content;
    private long sinceNanos;

    ShadowTries(RepeatableRead read) {
        this.read = read;
    }

    /** What to do after a try. */
    sealed interface Next {
        /** @param why empty for {@link ShadowOutcome#SAME} */
        record Over(ShadowOutcome outcome, String why) implements Next {}

        record Again(Duration pause) implements Next {}
    }

    /** @param nanos of a clock that never goes back */
    Next tried(CollectedAnswer old, CollectedAnswer now, long nanos) {
        return switch (old) {
            case Unknown(String why) -> notCompared("the database's answer " + why);
            case Refused refused -> notCompared("the database answers with " + refused);
            case Done done -> notCompared("the database answers without rows");
            case Rows rows ->
                switch (now) {
                    case Unknown(String why) -> notCompared("the keyspace's answer " + why);
                    case Refused refused
                    when refused.isOfServers() -> notCompared("the keyspace answers with " + refused);
                    case Refused refused ->
                        unlessItGoes(ShadowOutcome.REFUSED, refused.toString(), rows, nanos, STEADY_ERROR);
                    case Done done -> notCompared("the keyspace answers without rows");
                    case Rows others -> compared(rows, others, nanos);
                };
        };
    }

    private Next compared(Rows old, Rows now, long nanos) {
        if (!old.columns().equals(now.columns())) {
            String why = "columns " + now.columns() + " instead of " + old.columns();
            return unlessItGoes(ShadowOutcome.OTHER_ROWS, why, old, nanos, STEADY);
        }
        if (old.rows().equals(now.rows())) {
            return new Next.Over(ShadowOutcome.SAME, "");
        }
        if (old.sorted().equals(now.sorted())) {
            return read.ordered()
                    ? new Next.Over(ShadowOutcome.OTHER_ORDER, "the same rows in another order")
                    : new Next.Over(ShadowOutcome.SAME, "");
        }
        int rows = old.rows().size();
        boolean open = read.limited() && rows == now.rows().size();
        return open
                ? unlessItGoes(ShadowOutcome.OTHER_ORDER, "LIMIT takes others", old, nanos, STEADY)
                : unlessItGoes(
                        ShadowOutcome.OTHER_ROWS,
                        rows == now.rows().size()
                                ? "other values in " + rows + " rows"
                                : now.rows().size() + " rows instead of " + rows,
                        old,
                        nanos,
                        STEADY);
    }

    private static Next notCompared(String why) {
        return new Next.Over(ShadowOutcome.NOT_COMPARED, why);
    }

    /** @param steady for how long the old answer must have been the same */
    private Next unlessItGoes(ShadowOutcome outcome, String why, Rows old, long nanos, Duration steady) {
        if (tries == 0 || old.content() != content) {
            content = old.content();
            sinceNanos = nanos;
        }
        tries++;
        if (nanos - sinceNanos >= steady.toNanos()) {
            return new Next.Over(outcome, why);
        }
        return tries < MOST_TRIES
                ? new Next.Again(FIRST_PAUSE.multipliedBy(Math.min(tries, LONGEST_PAUSE)))
                : notCompared("the database's answer kept changing");
    }
}
