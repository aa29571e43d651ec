package io.pinion.server.admin;

import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.text.AdminOpening;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Runs the statement of an operation, which the operation defines. */
final class OperationCommand<R extends AnsweredRequest<A>, A> extends AdminCommand {
    private final OperationStatement<R, A> statement;

    OperationCommand(OperationStatement<R, A> statement) {
        super(statement.syntax(), statement.purpose());
        this.statement = statement;
    }

    @Override
    boolean isExplained() {
        return statement.isExplained();
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return statement.isFinal().test(arguments);
    }

    @Override
    AdminOpening.Behind behind() {
        return statement.behind();
    }

    @Override
    CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        R request = statement.reading().apply(arguments, context);
        return context.proxy()
                .operations()
                .run(request, context.session().userName())
                .thenCompose(done -> context.due(statement.answering().apply(request, done)));
    }

    @Override
    CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .explain(
                        statement.reading().apply(arguments, context),
                        context.session().userName());
    }
}
