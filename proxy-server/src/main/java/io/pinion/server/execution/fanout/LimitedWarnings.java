package io.pinion.server.execution.fanout;

import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.merge.RowMerger;
import io.pinion.server.execution.answer.WarnedAnswer;
import io.pinion.server.execution.answer.WarnedAnswer.Kept;
import java.util.List;

/**
 * Which warnings of the shards are the client's when LIMIT leaves some of their rows out. One server would have warned of
 * the rows that it shows, and of those that it had to look at. Servers tell no more than how many warnings an answer has left,
 * so those of an answer that is shown in part are shared out over its rows, and parts of a warning are a whole one: what one
 * server warns of never counts for nothing.
 */
final class LimitedWarnings {
    private final RowMerger merger;
    /** Whether one server, too, would have to find all rows before it could tell which are the first. */
    private final boolean sorts;

    private LimitedWarnings(MergePlan plan, RowMerger merger) {
        this.merger = merger;
        this.sorts = !plan.order().isEmpty() && !plan.inTurn();
    }

    static List<Kept> kept(MergePlan plan, RowMerger merger, List<WarnedAnswer> answers) {
        boolean rowsAreThoseOfShards =
                plan.grouping().isEmpty() && plan.distinctBy().isEmpty();
        if (plan.limit().equals(RowLimit.NONE) || !rowsAreThoseOfShards) {
            return FanOutReply.all(answers);
        }
        LimitedWarnings limited = new LimitedWarnings(plan, merger);
        List<Kept> kept = answers.stream().map(limited::kept).toList();
        // They may be of rows that one server would have looked at as well.
        return limited.sorts && kept.stream().allMatch(of -> of.count() == 0) ? FanOutReply.all(answers) : kept;
    }

    private Kept kept(WarnedAnswer answer) {
        if (sorts && answer.warnings() > answer.rows()) {
            // Of the rows that were looked at to find these.
            return answer.all();
        }
        if (answer.rows() == 0) {
            return answer.late() ? Kept.NONE : answer.all();
        }
        long skipped = merger.skipped(answer.number());
        long shown = merger.passed(answer.number());
        if (shown == 0) {
            return Kept.NONE;
        }
        long from = answer.warnings() * skipped / answer.rows();
        long to = Math.ceilDiv(answer.warnings() * (skipped + shown), answer.rows());
        return new Kept((int) from, (int) to);
    }
}
