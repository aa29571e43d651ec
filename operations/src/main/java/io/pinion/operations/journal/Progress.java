package io.pinion.operations.journal;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far an operation has got.
 *
 * @param total how many shards it is for; 0 when it is for none
 * @param done where it has succeeded
 * @param begun where it may have run and isn't done: nobody knows until somebody looks
 * @param failed where it was refused, with the reason
 * @param cancelAsked somebody wants it to end before its next shard
 * @param proxy the one that runs it, or did last
 * @param updated when this was written
 * @param step what it does now, in words; empty for what goes from shard to shard
 * @param error why it ended before its end; empty while it runs or when it is done
 * @param facts what whoever goes on with it must know, by names of its own
 */
public record Progress(
        State state,
        int total,
        ShardSet done,
        ShardSet begun,
        Map<Integer, String> failed,
        boolean cancelAsked,
        String proxy,
        Instant updated,
        String step,
        String error,
        Map<String, String> facts) {
    public Progress {
        failed = Collections.unmodifiableMap(new TreeMap<>(failed));
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }

    /** One of which nothing more must be known. */
    public Progress(
            State state,
            int total,
            ShardSet done,
            ShardSet begun,
            Map<Integer, String> failed,
            boolean cancelAsked,
            String proxy,
            Instant updated,
            String step,
            String error) {
        this(state, total, done, begun, failed, cancelAsked, proxy, updated, step, error, Map.of());
    }

    /** What has become of an operation. */
    public enum State {
        /** Somebody works on it, or did when a proxy died: then nobody holds the lock of its tables. */
        RUNNING,
        DONE,
        /** Some shards are done and some are not: it can be resumed, or given up. */
        FAILED,
        /** Its purpose is reached, and somebody has yet to say whether it is finished or turned back. */
        WAITING,
        /** Given up: what was done stays. */
        CANCELLED;

        /** Whether its tables may be changed by nobody else. */
        public boolean isUnfinished() {
            return this == RUNNING || this == FAILED;
        }

        /** Whether nothing can be said of it any more. */
        public boolean isOver() {
            return this == DONE || this == CANCELLED;
        }
    }

    /** Before the first shard. */
    public static Progress beginning(int total, String proxy, Instant now) {
        return new Progress(State.RUNNING, total, ShardSet.NONE, ShardSet.NONE, Map.of(), false, proxy, now, "", "");
    }

    public Progress withState(State next, String why) {
        return new Progress(next, total, done, begun, failed, cancelAsked, proxy, updated, step, why, facts);
    }

    /** Somebody, perhaps another proxy, goes on where it ended. */
    public Progress resumed(int totalNow, String by) {
        return new Progress(State.RUNNING, totalNow, done, begun, Map.of(), false, by, updated, step, "", facts);
    }

    public Progress withCancelAsked() {
        return new Progress(state, total, done, begun, failed, true, proxy, updated, step, error, facts);
    }

    /** Whoever goes on with it has the last word. */
    public Progress withoutCancelAsked() {
        return new Progress(state, total, done, begun, failed, false, proxy, updated, step, error, facts);
    }

    public Progress withShards(ShardSet doneNow, ShardSet begunNow, Map<Integer, String> failedNow) {
        return new Progress(
                state, total, doneNow, begunNow, failedNow, cancelAsked, proxy, updated, step, error, facts);
    }

    public Progress withStep(String now) {
        return new Progress(state, total, done, begun, failed, cancelAsked, proxy, updated, now, error, facts);
    }

    public Progress withFact(String name, String value) {
        Map<String, String> more = new TreeMap<>(facts);
        more.put(name, value);
        return new Progress(state, total, done, begun, failed, cancelAsked, proxy, updated, step, error, more);
    }

    Progress at(Instant now) {
        return new Progress(state, total, done, begun, failed, cancelAsked, proxy, now, step, error, facts);
    }
}
