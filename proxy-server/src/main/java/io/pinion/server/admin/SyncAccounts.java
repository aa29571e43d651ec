package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code SYNC ACCOUNTS}: repairs managed accounts at once, as Pinion does by itself when it finds a difference. */
final class SyncAccounts extends ExplainedCommand {
    SyncAccounts() {
        super(
                "SYNC ACCOUNTS",
                "makes the accounts of users with fewer rights than all on every server, with exactly their grants");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .syncAccounts(context.session().userName())
                .thenApply(SyncAccounts::answer);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy().operations().explainAccountSync();
    }

    private static AdminAnswer answer(OperationOutcome outcome) {
        return switch (outcome) {
            case OperationOutcome.Failed(int code, String state, String message) ->
                new AdminAnswer.Failed(code, state, "Pinion: " + message);
            case OperationOutcome.Done done -> {
                AnswerTable table = AnswerTable.of(text("level"), text("what"));
                done.warnings().forEach(warning -> table.row(warning.level(), warning.message()));
                yield new AdminAnswer.Answered(table.rows());
            }
        };
    }
}
