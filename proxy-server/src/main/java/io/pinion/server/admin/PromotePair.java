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
import io.pinion.protocol.flags.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code PROMOTE PAIR p}: the pair's servers swap roles while clients wait for a moment. */
final class PromotePair extends ExplainedCommand {
    PromotePair() {
        super(
                "PROMOTE PAIR",
                "PROMOTE PAIR pair [TO server] [FORCE [FENCED]]",
                "makes the standby of a pair its primary; clients wait for a moment and get no error");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        return context.proxy()
                .promote(read(arguments), context.session().userName())
                .thenApply(PromotePair::answer);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        return context.proxy().explainPromotion(read(arguments));
    }

    private static WantedPromotion read(AdminTokens arguments) {
        String pair = arguments.name("the name of a pair");
        Optional<String> to =
                arguments.take("TO") ? Optional.of(arguments.name("the name of a server")) : Optional.empty();
        Manner manner = manner(arguments);
        arguments.end();
        return new WantedPromotion(pair, to, manner);
    }

    private static Manner manner(AdminTokens arguments) {
        if (!arguments.take("FORCE")) {
            return Manner.PLANNED;
        }
        return arguments.take("FENCED") ? Manner.FENCED : Manner.FORCED;
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
