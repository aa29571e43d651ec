package io.pinion.operations.promotion;

import static io.pinion.operations.statement.AnswerTable.number;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.promotion.PromotionOutcome.Completed;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.promotion.PromotionOutcome.Undone;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;

/** The statements of {@link Promotions}. */
final class PromotionStatements {
    static final List<OperationStatement<?, ?>> ALL = List.of(
            OperationStatement.of(
                            "PROMOTE PAIR pair [TO server] [FORCE [FENCED]]",
                            "makes the standby of a pair its primary; clients wait for a moment and get no error",
                            (arguments, context) -> new WantedPromotion(
                                    arguments.text("pair"), arguments.optional("server"), manner(arguments)),
                            PromotionStatements::completed)
                    .finalWith("FORCE"),
            OperationStatement.of(
                            "OPEN PAIR pair",
                            "lets the primary of a pair take writes that is fenced, as after its restart; refused when its"
                                    + " standby takes them",
                            (arguments, context) -> new WantedOpening(arguments.text("pair")),
                            PromotionStatements::opened)
                    .withoutExplain());

    private PromotionStatements() {}

    private static Manner manner(StatementArguments arguments) {
        if (!arguments.has("FORCE")) {
            return Manner.PLANNED;
        }
        return arguments.has("FENCED") ? Manner.FENCED : Manner.FORCED;
    }

    private static StatementAnswer completed(Completed outcome) {
        return switch (outcome) {
            case Undone undone -> throw new IllegalStateException("a promotion is given up by CANCEL OPERATION alone");
            case Promoted promoted -> promoted(promoted);
        };
    }

    private static StatementAnswer promoted(Promoted promoted) {
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
        return StatementAnswer.whenPlanned(promoted.generation(), table);
    }

    private static StatementAnswer opened(OpenedPair opened) {
        AnswerTable table = AnswerTable.of(text("pair"), text("primary"), text("standby"));
        table.row(opened.pair().name(), opened.pair().primary().name(), opened.standby());
        return StatementAnswer.now(table);
    }
}
