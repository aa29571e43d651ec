package io.pinion.operations.mapping;

import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.ShardSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * One round of a watch over all shards, as the journal has it: when it begins, and what it and the one before have found.
 *
 * @param begins may be in the future, behind a round that was over early
 * @param every the time for one round
 */
record WatchRound(Instant begins, Duration every) {
    /** Before the name of a fact of the round before. */
    static final String LAST = "last ";

    private static final Duration LONGEST_RETRY = Duration.ofMinutes(10);

    private static final String BEGINS = "begins";
    private static final String ENDED = LAST + "ended";

    /** The round that a watch is in. */
    static WatchRound of(Progress progress, Duration every, Instant now) {
        String begins = progress.facts().get(BEGINS);
        return new WatchRound(begins == null ? now : Instant.parse(begins), every);
    }

    /** The progress at the beginning of the first round. */
    Progress begun(Progress before) {
        return before.facts().containsKey(BEGINS) ? before : before.withFact(BEGINS, begins.toString());
    }

    /** The progress when the round has looked at all shards: the next one begins when this one's time is over. */
    Progress over(Progress before, Instant now) {
        Instant next = begins.plus(every).isAfter(now) ? begins.plus(every) : now;
        Progress progress = before.withShards(ShardSet.NONE, ShardSet.NONE, Map.of())
                .withFact(BEGINS, next.toString())
                .withFact(ENDED, now.toString());
        for (String fact : FaultTally.FACTS) {
            progress = progress.withFact(LAST + fact, before.facts().getOrDefault(fact, ""))
                    .withFact(fact, "");
        }
        return progress;
    }

    /** When the last whole round was over; empty before. */
    static String ended(Progress progress) {
        return progress.facts().getOrDefault(ENDED, "");
    }

    /**
     * The pause before the next shard, so that the round ends in its time. A clock that jumps makes it shorter or longer, but
     * never longer than twice of what is usual.
     */
    Duration pause(Instant now, int left, int shards) {
        return shorter(
                until(begins.plus(every), now).dividedBy(Math.max(1, left)),
                usual(shards).multipliedBy(2));
    }

    /** The pause behind a look that has failed: as usual, but for rounds with long pauses. */
    Duration retry(int shards) {
        return shorter(usual(shards), LONGEST_RETRY);
    }

    /** How long to wait for its beginning, before its first look. */
    Duration untilItBegins(Instant now) {
        return shorter(until(begins, now), every);
    }

    private Duration usual(int shards) {
        return every.dividedBy(Math.max(1, shards));
    }

    private static Duration until(Instant then, Instant now) {
        return then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? other : one;
    }
}
