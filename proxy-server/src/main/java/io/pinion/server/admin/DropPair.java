package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.pair.PairDropped;
import io.pinion.operations.pair.PairRemoval;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code DROP PAIR p}: takes a pair that nothing needs out of the topology. */
final class DropPair extends AnsweredCommand<PairRemoval, PairDropped> {
    DropPair() {
        super(
                "DROP PAIR pair [FORCE]",
                "takes a pair that no keyspace needs, and its servers, out of the topology; the servers are left alone");
    }

    @Override
    PairRemoval read(StatementArguments arguments, AdminContext context) {
        return new PairRemoval(arguments.text("pair"), arguments.has("FORCE"));
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return true;
    }

    @Override
    CompletionStage<AdminAnswer> answer(PairRemoval removal, PairDropped dropped, AdminContext context) {
        AnswerTable table = AnswerTable.of(text("pair"), text("primary"), text("standby"), text("note"));
        table.row(
                dropped.pair(),
                dropped.primary(),
                dropped.standby().isEmpty() ? null : dropped.standby(),
                dropped.note());
        return context.known(dropped.generation(), table.rows());
    }
}
