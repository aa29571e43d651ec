package io.pinion.operations.journal;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The progress of an operation.
 *
 * @param total the number of shards; 0 when it works on none
 * @param done the shards where it has succeeded
 * @param begun the shards where it may have run and isn't done: only a look at the server tells
 * @param failed the shards that refused it, with the reason
 * @param cancelAsked whether it must end before its next shard
 * @param proxy the proxy that runs it, or did last
 * @param updated when this was written
 * @param step the present step, in words; empty for work that goes from shard to shard
 * @param error why it ended early; empty while it runs or when it is done
 * @param facts what a resumed run must know, by name
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

    /** A progress without facts. */
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

    /** The state of an operation. */
    public enum State {
        /** A proxy works on it, or did when it died: then no process holds its lock. */
        RUNNING,
        DONE,
        /** It has broken off, perhaps with some shards done and others not: it can be resumed, or given up. */
        FAILED,
        /** Its purpose is reached, and an operator has yet to finish it or turn it back. */
        WAITING,
        /** It was given up, or turned back. */
        CANCELLED;

        /** Whether no other operation may change its tables. */
        public boolean isUnfinished() {
            return this == RUNNING || this == FAILED;
        }

        /** Whether its state can't change any more. */
        public boolean isOver() {
            return this == DONE || this == CANCELLED;
        }
    }

    /** The progress before the first shard. */
    public static Progress beginning(int total, String proxy, Instant now) {
        return new Progress(State.RUNNING, total, ShardSet.NONE, ShardSet.NONE, Map.of(), false, proxy, now, "", "");
    }

    public Progress withState(State next, String why) {
        return new Progress(next, total, done, begun, failed, cancelAsked, proxy, updated, step, why, facts);
    }

    /** The progress when a proxy, perhaps another one, goes on where it ended. */
    public Progress resumed(int totalNow, String by) {
        return new Progress(State.RUNNING, totalNow, done, begun, Map.of(), false, by, updated, step, "", facts);
    }

    public Progress withCancelAsked() {
        return new Progress(state, total, done, begun, failed, true, proxy, updated, step, error, facts);
    }

    /** The progress when it goes on: an earlier wish to cancel doesn't count any more. */
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
