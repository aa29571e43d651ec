package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.account.AccountSyncRequest;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code SYNC ACCOUNTS}: repairs managed accounts at once, as Pinion does by itself when it finds a difference. */
final class SyncAccounts extends AnsweredCommand<AccountSyncRequest, Done> {
    SyncAccounts() {
        super(
                "SYNC ACCOUNTS",
                "makes the accounts of users with fewer rights than all on every server, with exactly their grants");
    }

    @Override
    AccountSyncRequest read(StatementArguments arguments, AdminContext context) {
        return new AccountSyncRequest();
    }

    @Override
    CompletionStage<AdminAnswer> answer(AccountSyncRequest request, Done done, AdminContext context) {
        return told(done);
    }

    static CompletionStage<AdminAnswer> told(Done done) {
        AnswerTable table = AnswerTable.of(text("level"), text("what"));
        done.warnings().forEach(warning -> table.row(warning.level(), warning.message()));
        return AdminAnswer.now(table.rows());
    }
}
