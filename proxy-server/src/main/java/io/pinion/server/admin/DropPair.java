package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.pair.PairDropped;
import io.pinion.operations.pair.PairRemoval;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code DROP PAIR p}: takes a pair that nothing needs out of the topology. */
final class DropPair extends ExplainedCommand {
    DropPair() {
        super(
                "DROP PAIR pair [FORCE]",
                "takes a pair that no keyspace needs, and its servers, out of the topology; the servers are left alone");
    }

    private static PairRemoval read(StatementArguments arguments) {
        return new PairRemoval(arguments.text("pair"), arguments.has("FORCE"));
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .pairs()
                .drop(read(arguments), context.session().userName())
                .thenCompose(dropped -> known(dropped, context));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy().operations().pairs().explainDrop(read(arguments));
    }

    /** The answer once this proxy has forgotten the pair; it is dropped, whatever else that finds. */
    private static CompletionStage<AdminAnswer> known(PairDropped dropped, AdminContext context) {
        return context.proxy().readSchema(dropped.generation()).handle((read, failed) -> answer(dropped));
    }

    private static AdminAnswer answer(PairDropped dropped) {
        AnswerTable table = AnswerTable.of(text("pair"), text("primary"), text("standby"), text("note"));
        table.row(
                dropped.pair(),
                dropped.primary(),
                dropped.standby().isEmpty() ? null : dropped.standby(),
                dropped.note());
        return new AdminAnswer.Answered(table.rows());
    }
}
