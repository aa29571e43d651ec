package io.pinion.server.admin;

import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.server.schema.SchemaStatus;
import java.util.concurrent.CompletionStage;

/** {@code RELOAD SCHEMA}: reads the tables of the servers at once, instead of within a minute. */
final class ReloadSchema extends AdminCommand {
    ReloadSchema() {
        super("RELOAD SCHEMA", "reads the tables of the shards at once, and lists what is wrong with them");
    }

    @Override
    public boolean changesNothing() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return context.proxy().readSchema().thenApply(ReloadSchema::findings);
    }

    private static AdminAnswer findings(SchemaStatus status) {
        AnswerTable table = AnswerTable.of(text("finding"));
        status.findings().forEach(table::row);
        return new AdminAnswer.Answered(table.rows());
    }
}
