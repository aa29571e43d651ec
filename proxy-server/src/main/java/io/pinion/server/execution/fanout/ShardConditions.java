package io.pinion.server.execution.fanout;

import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.WarnedAnswer;
import io.pinion.server.execution.query.InternalQueries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The warnings of one statement on several shards, as {@code SHOW WARNINGS} lists them: each with its shard's database
 * after it. A server lists only the warnings of its last text, so those of texts in flight when the first warning came
 * are counted, but not listed.
 */
public final class ShardConditions {
    private final Merging merging;
    private final boolean areListed;
    private final boolean ofSteps;
    private final List<Condition> listed = new ArrayList<>();
    /** The warnings of answers whose part for the client isn't decided yet. */
    private final List<OfShard> coming = new ArrayList<>();

    private final TextWarnings texts;

    /** The warnings about the text, listed once and without a shard. */
    private final Set<Condition> common = new LinkedHashSet<>();

    /** The number of those that the first listed answer has, and so does one that isn't listed. */
    private int ofText = -1;

    private long count;
    private int known;
    private Wording wording = (number, message) -> message;

    private static final class OfShard {
        private final WarnedAnswer answer;
        private List<Condition> listed = List.of();
        private int ofText = -1;

        private OfShard(WarnedAnswer answer) {
            this.answer = answer;
        }
    }

    /** Translates a shard's message for the client. */
    public interface Wording {
        /** @param number the statement's number */
        String inWords(int number, String message);
    }

    private ShardConditions(TextWarnings texts, boolean areListed, boolean ofSteps) {
        this.texts = texts;
        this.merging = texts.merging();
        this.areListed = areListed;
        this.ofSteps = ofSteps;
    }

    /** The conditions of several steps that make up one statement of the client. */
    public static ShardConditions ofSteps(boolean ofCopies) {
        Merging merging = ofCopies ? new Merging.Copies() : new Merging.Counts();
        return new ShardConditions(new TextWarnings(merging, false, false), true, true);
    }

    /** @param ofClient whether the statement is the client's own; the warnings of an internal one aren't kept */
    ShardConditions(TextWarnings texts, boolean ofClient) {
        this(texts, ofClient, false);
    }

    /** Called before the first warning is listed. */
    public void wordedBy(Wording words) {
        wording = words;
    }

    /**
     * A statement has ended with warnings.
     *
     * @return whether they must be listed
     */
    boolean counted(WarnedAnswer answer) {
        if (merging instanceof Merging.Copies && answer.number() > 0) {
            return false; // The same from another copy.
        }
        coming.add(new OfShard(answer));
        count += answer.warnings();
        return wantsMore();
    }

    /** Whether a text must wait for the answer to the previous one, whose warnings would be lost. */
    boolean areComing() {
        return count > 0 && wantsMore();
    }

    private boolean wantsMore() {
        return areListed && known < InternalQueries.MOST_CONDITIONS;
    }

    /** The list of the warnings of a statement that was counted before. */
    void listed(int number, Target target, List<Condition> conditions) {
        OfShard shard = coming.reversed().stream()
                .filter(counted -> counted.answer.number() == number)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody has counted the warnings of statement " + number));
        List<Condition> once = ofSteps ? List.of() : texts.among(conditions);
        once.stream().filter(texts::isTold).forEach(common::add);
        shard.ofText = once.size();
        ofText = ofText < 0 ? once.size() : ofText;
        shard.listed = conditions.stream()
                .filter(condition -> !once.contains(condition))
                .map(condition -> new Condition(
                        condition.level(),
                        condition.code(),
                        condition.sqlState(),
                        wording.inWords(number, condition.message()) + " (" + target.database() + ")"))
                .toList();
        known += shard.listed.size();
    }

    /** The warnings about the text, as far as the answers are listed. */
    TextWarnings.Counts ofText() {
        Map<Integer, Integer> within = new HashMap<>();
        coming.forEach(shard -> within.put(shard.answer.number(), within(shard)));
        int all = within.values().stream().mapToInt(Integer::intValue).sum();
        return new TextWarnings.Counts(
                common.size(), answer -> within.getOrDefault(answer.number(), 0), all - common.size());
    }

    private int within(OfShard shard) {
        return shard.ofText >= 0 ? shard.ofText : Math.min(Math.max(0, ofText), shard.answer.warnings());
    }

    /** All answers have ended: drops the warnings that the client doesn't get. */
    void keep(FanOutReply reply) {
        count += common.size();
        common.forEach(this::list);
        for (OfShard shard : coming) {
            boolean kept = reply.keeps(shard.answer);
            count -= kept ? within(shard) : shard.answer.warnings();
            if (kept) {
                shard.listed.forEach(this::list);
            }
        }
        coming.clear();
        known = listed.size();
    }

    private void list(Condition condition) {
        if (listed.size() < InternalQueries.MOST_CONDITIONS) {
            listed.add(condition);
        }
    }

    /** Whether there are warnings of shards to list. */
    public boolean haveAny() {
        return areListed && count > 0;
    }

    /** @param own Pinion's own warnings, which come first */
    public Conditions with(List<Condition> own) {
        List<Condition> all = new ArrayList<>(own);
        all.addAll(listed);
        return new Conditions(all, own.size() + count);
    }
}
