package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.topology.Server;
import io.pinion.operations.pair.PairRequest;
import io.pinion.operations.standby.CompletedPair;
import java.util.concurrent.CompletionStage;

/** A statement that gives servers to a pair. */
abstract class PairCommand<R extends PairRequest<?>> extends AnsweredCommand<R, CompletedPair> {
    PairCommand(String syntax, String purpose) {
        super(syntax, purpose);
    }

    @Override
    final CompletionStage<AdminAnswer> answer(R request, CompletedPair made, AdminContext context) {
        AnswerTable table = AnswerTable.of(
                text("pair"),
                text("primary"),
                text("standby"),
                number("databases"),
                number("rows"),
                number("seconds"),
                text("note"));
        table.row(
                made.pair().name(),
                made.pair().primary().name(),
                made.pair().standby().map(Server::name).orElse(null),
                made.databases(),
                made.rows(),
                made.took().toSeconds(),
                made.note());
        return context.known(made.generation(), table.rows());
    }
}
