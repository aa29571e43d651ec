package io.pinion.operations.journal;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

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
 * @param step the name of the present step; empty before the first and behind the last
 * @param detail how far the step is, in words; empty for nothing to tell
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
        String detail,
        String error,
        Map<String, String> facts) {
    /** Of a line: the journal has room for some thousand characters of all that is found. */
    private static final int LONGEST_LINE = 200;

    /** The fact that says that the work is being undone. */
    private static final String GIVING_UP = "giving_up";

    /** The fact that names the last step of which anything may have been done. */
    private static final String FURTHEST = "furthest";

    /** The fact that says whether an operator's word for the hand-over is awaited, or given. */
    private static final String HAND_OVER = "hand_over";

    private static final String AWAITED = "awaited";
    private static final String ASKED = "asked";

    /** The fact that says that it has gone back from its purpose, as an operator has wanted. */
    private static final String REVERTED = "reverted";

    /** The fact that says that it waits for its turn, and that nothing holds its lock meanwhile. */
    private static final String IN_LINE = "in_line";

    /** The fact that says that its proxy has let go of it until a server is there again. */
    private static final String SERVER_AWAITED = "server_awaited";

    /** The fact that tells one attempt from another. */
    private static final String ATTEMPT = "attempt";

    public Progress {
        failed = Collections.unmodifiableMap(new TreeMap<>(failed));
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }

    /** The state of an operation. */
    public enum State {
        /** A proxy works on it, or did when it died, or will in its turn: in both cases no process holds its lock. */
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
        return new Progress(
                State.RUNNING, total, ShardSet.NONE, ShardSet.NONE, Map.of(), false, proxy, now, "", "", "", Map.of());
    }

    public Progress withState(State next, String why) {
        return new Progress(next, total, done, begun, failed, cancelAsked, proxy, updated, step, detail, why, facts);
    }

    /** The progress when a proxy, perhaps another one, goes on where it ended. */
    public Progress resumed(int totalNow, String by) {
        Progress next = isInLine() ? withFact(IN_LINE, "").withDetail("") : withoutServerAwaited();
        return new Progress(
                State.RUNNING, totalNow, done, begun, Map.of(), false, by, updated, step, next.detail, "", next.facts);
    }

    /** The progress when as many of its kind run on its proxy as may. */
    public Progress inLine() {
        return withFact(IN_LINE, "true").withDetail("waiting for its turn");
    }

    public boolean isInLine() {
        return isTrue(IN_LINE);
    }

    /**
     * The progress when the operation can't go on without a server that is away: no proxy works on it until the next try.
     *
     * @param what is waited for, in words
     */
    public Progress withServerAwaited(String what) {
        return withFact(SERVER_AWAITED, "true").withDetail(what);
    }

    private Progress withoutServerAwaited() {
        return isServerAwaited() ? withFact(SERVER_AWAITED, "false") : this;
    }

    public boolean isServerAwaited() {
        return isTrue(SERVER_AWAITED);
    }

    private boolean isTrue(String fact) {
        return facts.getOrDefault(fact, "").equals("true");
    }

    public Progress withCancelAsked() {
        return new Progress(state, total, done, begun, failed, true, proxy, updated, step, detail, error, facts);
    }

    /** The progress when it goes on: an earlier wish to cancel doesn't count any more. */
    public Progress withoutCancelAsked() {
        return new Progress(state, total, done, begun, failed, false, proxy, updated, step, detail, error, facts);
    }

    public Progress withShards(ShardSet doneNow, ShardSet begunNow, Map<Integer, String> failedNow) {
        return new Progress(
                state, total, doneNow, begunNow, failedNow, cancelAsked, proxy, updated, step, detail, error, facts);
    }

    public Progress withTotal(int now) {
        return new Progress(state, now, done, begun, failed, cancelAsked, proxy, updated, step, detail, error, facts);
    }

    /** The progress when these shards run next. */
    public Progress withBegun(Collection<Integer> shards) {
        return withShards(done, begun.with(shards), failed);
    }

    /** The progress when nothing was done on these shards after all. */
    public Progress withoutBegun(Collection<Integer> shards) {
        return withShards(done, begun.without(shards), failed);
    }

    public Progress withDone(int shard) {
        return withShards(done.with(List.of(shard)), begun.without(List.of(shard)), failed);
    }

    public Progress withFailed(int shard, String reason) {
        Map<Integer, String> more = new TreeMap<>(failed);
        more.put(shard, reason);
        return withShards(done, begun, more);
    }

    public Progress withStep(String now) {
        return new Progress(state, total, done, begun, failed, cancelAsked, proxy, updated, now, detail, error, facts);
    }

    public Progress withDetail(String now) {
        return new Progress(state, total, done, begun, failed, cancelAsked, proxy, updated, step, now, error, facts);
    }

    /** The step and how far it is, for people. */
    public String words() {
        return detail.isEmpty() ? step : step.isEmpty() ? detail : step + ": " + detail;
    }

    /** The progress of an attempt that undoes the work. */
    public Progress givingUp() {
        return withFact(GIVING_UP, "true");
    }

    /** The progress of an attempt that goes on with the work. */
    public Progress goingOn() {
        return facts.containsKey(GIVING_UP) ? withFact(GIVING_UP, "false") : this;
    }

    /** Whether the work is to be undone: somebody has asked for that, or it has begun. */
    public boolean isToBeGivenUp() {
        return cancelAsked || isTrue(GIVING_UP);
    }

    /** The progress when it has nearly everything, and hands over on request. */
    public Progress withHandOverAwaited() {
        return isHandOverAsked() ? this : withFact(HAND_OVER, AWAITED);
    }

    /** The progress when an operator has said that it may hand over. */
    public Progress withHandOverAsked() {
        return withFact(HAND_OVER, ASKED);
    }

    /**
     * The progress when the hand-over that an operator has asked for is undone, or has failed: the next one has its own
     * moment, and is ready for it once it follows again.
     */
    public Progress withoutHandOver() {
        return facts.containsKey(HAND_OVER) ? withFact(HAND_OVER, "") : this;
    }

    /** Whether it is ready to hand over, and an operator has yet to say so. */
    public boolean isHandOverAwaited() {
        return facts.getOrDefault(HAND_OVER, "").equals(AWAITED);
    }

    public boolean isHandOverAsked() {
        return facts.getOrDefault(HAND_OVER, "").equals(ASKED);
    }

    /** The progress when the way back has come to its end. */
    public Progress reverted() {
        return withFact(REVERTED, "true");
    }

    /** Whether it was turned back, and not given up or refused. */
    public boolean isReverted() {
        return facts.containsKey(REVERTED);
    }

    /** The progress when anything of the step may have been done, and nothing of a later one. */
    public Progress in(String step) {
        return withStep(step).withDetail("").withFact(FURTHEST, step);
    }

    /** The last step of which anything may have been done; empty before the first. */
    public String furthest() {
        return facts.getOrDefault(FURTHEST, "");
    }

    /** Tells one attempt of an operation from another, also from one by the same proxy. */
    public String attempt() {
        return facts.getOrDefault(ATTEMPT, "");
    }

    /** The progress as a new attempt begins with it. */
    public Progress inAnotherAttempt() {
        return withFact(ATTEMPT, UUID.randomUUID().toString());
    }

    public Progress withFact(String name, String value) {
        Map<String, String> more = new TreeMap<>(facts);
        more.put(name, value);
        return new Progress(state, total, done, begun, failed, cancelAsked, proxy, updated, step, detail, error, more);
    }

    Progress at(Instant now) {
        return new Progress(state, total, done, begun, failed, cancelAsked, proxy, now, step, detail, error, facts);
    }

    // --- counts and lines among the facts

    /** A count; 0 where nothing was counted. */
    public long counted(String name) {
        String fact = facts.getOrDefault(name, "");
        return fact.isEmpty() ? 0 : Long.parseLong(fact);
    }

    public Progress withCounted(String name, long more) {
        return withFact(name, Long.toString(counted(name) + more));
    }

    /** The lines of a fact. */
    public List<String> lines(String name) {
        return Arrays.stream(facts.getOrDefault(name, "").split("\n"))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** A text as a line, or a part of one: shortened, without breaks. */
    public static String line(String text) {
        String line = text.replaceAll("\\s", " ");
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
    }
}
