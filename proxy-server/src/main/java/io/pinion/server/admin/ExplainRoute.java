package io.pinion.server.admin;

import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code EXPLAIN ROUTE}: where a statement would go, and why, without running it. */
final class ExplainRoute extends AdminCommand {
    ExplainRoute() {
        super("EXPLAIN ROUTE statement", "where a statement would go, without running it");
    }

    /** The statement is planned with the rights of the session's user: the plan shows what this user may not do. */
    @Override
    public boolean isForEverybody() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        String statement = arguments.text("statement");
        return context.proxy().explain(statement, context.session()).thenApply(ExplainRoute::answer);
    }

    private static AdminAnswer answer(String plan) {
        AnswerTable table = AnswerTable.of(AnswerTable.text("route"));
        plan.lines().forEach(table::row);
        return new AdminAnswer.Answered(table.rows());
    }
}
