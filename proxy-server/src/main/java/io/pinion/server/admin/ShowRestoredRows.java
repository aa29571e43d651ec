package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.restore.RestoredRows;
import io.pinion.operations.restore.RestoredRows.Differences;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code SHOW RESTORED ROWS OF OPERATION n}: what came back, beside what is there now. */
final class ShowRestoredRows extends AdminCommand {
    ShowRestoredRows() {
        super(
                "SHOW RESTORED ROWS OF OPERATION n",
                "compares the rows that RESTORE SHARDS has loaded with those of now, table by table");
    }

    @Override
    public boolean changesNothing() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        long operation = EndOperation.number(arguments);
        return context.proxy().operations().compareRestored(operation).thenApply(ShowRestoredRows::answer);
    }

    private static AdminAnswer answer(List<RestoredRows> tables) {
        AnswerTable answer = AnswerTable.of(
                number("shard"),
                text("database"),
                text("table"),
                number("restored"),
                number("missing"),
                number("changed"),
                number("newer"));
        for (RestoredRows table : tables) {
            Optional<Differences> known = table.differences();
            answer.row(
                    table.shard(),
                    table.database(),
                    table.table(),
                    table.restored(),
                    known.map(Differences::missing).orElse(null),
                    known.map(Differences::changed).orElse(null),
                    known.map(Differences::newer).orElse(null));
        }
        return new AdminAnswer.Answered(answer.rows());
    }
}
