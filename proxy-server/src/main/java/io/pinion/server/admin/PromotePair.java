package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.promotion.PromotionOutcome;
import io.pinion.operations.promotion.PromotionOutcome.NotPromoted;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.promotion.PromotionOutcome.Undone;
import io.pinion.operations.promotion.WantedPromotion;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.protocol.flags.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code PROMOTE PAIR p}: the pair's servers swap roles while clients wait for a moment. */
final class PromotePair extends ExplainedCommand {
    PromotePair() {
        super(
                "PROMOTE PAIR pair [TO server] [FORCE [FENCED]]",
                "makes the standby of a pair its primary; clients wait for a moment and get no error");
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return arguments.has("FORCE");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .promote(read(arguments), context.session().userName())
                .thenApply(PromotePair::answer);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy().explainPromotion(read(arguments));
    }

    private static WantedPromotion read(StatementArguments arguments) {
        return new WantedPromotion(arguments.text("pair"), arguments.optional("server"), manner(arguments));
    }

    private static Manner manner(StatementArguments arguments) {
        if (!arguments.has("FORCE")) {
            return Manner.PLANNED;
        }
        return arguments.has("FENCED") ? Manner.FENCED : Manner.FORCED;
    }

    private static AdminAnswer answer(PromotionOutcome outcome) {
        return switch (outcome) {
            case NotPromoted(String reason) ->
                AdminAnswer.Failed.of(ErrorCode.UNKNOWN_ERROR, "Pinion: not promoted: " + reason);
            case Undone undone -> throw new IllegalStateException("a promotion is given up by CANCEL OPERATION alone");
            case Promoted promoted -> {
                AnswerTable table = AnswerTable.of(
                        text("pair"),
                        text("primary"),
                        text("standby"),
                        number("pause_ms"),
                        number("ended_connections"),
                        number("generation"),
                        text("may_be_missing"));
                table.row(
                        promoted.pair().name(),
                        promoted.pair().primary().name(),
                        promoted.pair().standby().orElseThrow().name(),
                        promoted.pause().toMillis(),
                        promoted.ended(),
                        promoted.generation(),
                        promoted.missing());
                yield new AdminAnswer.Answered(table.rows());
            }
        };
    }
}
