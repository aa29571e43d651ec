package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.promotion.OpenedPair;
import io.pinion.operations.promotion.WantedOpening;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code OPEN PAIR p}: lets the pair's primary take writes again, as after a restart, since a server starts fenced. */
final class OpenPair extends AnsweredCommand<WantedOpening, OpenedPair> {
    OpenPair() {
        super(
                "OPEN PAIR pair",
                "lets the primary of a pair take writes that is fenced, as after its restart; refused when its"
                        + " standby takes them");
    }

    @Override
    WantedOpening read(StatementArguments arguments, AdminContext context) {
        return new WantedOpening(arguments.text("pair"));
    }

    @Override
    CompletionStage<AdminAnswer> answer(WantedOpening wanted, OpenedPair opened, AdminContext context) {
        AnswerTable table = AnswerTable.of(text("pair"), text("primary"), text("standby"));
        table.row(opened.pair().name(), opened.pair().primary().name(), opened.standby());
        return AdminAnswer.now(table.rows());
    }
}
