package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.promotion.PromotionOutcome.Completed;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.promotion.PromotionOutcome.Undone;
import io.pinion.operations.promotion.WantedPromotion;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code PROMOTE PAIR p}: the pair's servers swap roles while clients wait for a moment. */
final class PromotePair extends AnsweredCommand<WantedPromotion, Completed> {
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
    WantedPromotion read(StatementArguments arguments, AdminContext context) {
        return new WantedPromotion(arguments.text("pair"), arguments.optional("server"), manner(arguments));
    }

    private static Manner manner(StatementArguments arguments) {
        if (!arguments.has("FORCE")) {
            return Manner.PLANNED;
        }
        return arguments.has("FENCED") ? Manner.FENCED : Manner.FORCED;
    }

    @Override
    CompletionStage<AdminAnswer> answer(WantedPromotion wanted, Completed outcome, AdminContext context) {
        return switch (outcome) {
            case Undone undone -> throw new IllegalStateException("a promotion is given up by CANCEL OPERATION alone");
            // Whoever asks here behind it sees what it has done.
            case Promoted promoted ->
                context.proxy().adopted(promoted.generation()).thenApply(adopted -> answer(promoted));
        };
    }

    private static AdminAnswer answer(Promoted promoted) {
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
        return new AdminAnswer.Answered(table.rows());
    }
}
