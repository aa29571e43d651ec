package io.pinion.server.execution.fanout;

import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.merge.RowMerger;
import io.pinion.server.execution.answer.WarnedAnswer;
import io.pinion.server.execution.answer.WarnedAnswer.Kept;
import java.util.List;

/**
 * Decides which warnings of the shards the client gets when LIMIT leaves out some of their rows. One server would have
 * warned of the rows that it sends, and of those that it had to read. Servers report only the number of an answer's
 * warnings. So the warnings of a partly sent answer are spread evenly over its rows, and rounded up: a warning is never
 * lost by this.
 */
final class LimitedWarnings {
    private final RowMerger merger;
    /** Whether one server, too, would have to read all rows to find the first ones. */
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
        // The warnings may be of rows that one server would have read as well.
        return limited.sorts && kept.stream().allMatch(of -> of.count() == 0) ? FanOutReply.all(answers) : kept;
    }

    private Kept kept(WarnedAnswer answer) {
        if (sorts && answer.warnings() > answer.rows()) {
            // Some warnings are of rows that were read to find these.
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
