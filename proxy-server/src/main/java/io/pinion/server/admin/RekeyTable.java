package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.rekey.RekeyTask;
import io.pinion.routing.plan.SessionView.SqlModeFlags;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code REKEY TABLE}: other keys, and with them other shards, for many rows of a hashed table. */
final class RekeyTable extends ExplainedCommand {
    RekeyTable() {
        super(
                "REKEY TABLE",
                "REKEY TABLE keyspace.table SET key = expression [WHERE condition]",
                "gives rows of a hashed table other keys, each in a transaction, while clients read and write");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        RekeyTask task = read(arguments, context);
        return context.proxy()
                .operations()
                .rekeyings()
                .begin(task, context.session().userName())
                .thenApply(BegunOperation::answer);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .rekeyings()
                .explain(read(arguments, context), context.session().userName());
    }

    private static RekeyTask read(AdminTokens arguments, AdminContext context) {
        SqlModeFlags rules = context.session().sqlMode();
        if (rules.ansiQuotes()
                || rules.noBackslashEscapes()
                || rules.pipesAsConcat()
                || !rules.unknownMode().isEmpty()) {
            throw new AdminSyntaxException("quotes and || would mean another thing to the operation than under this"
                    + " session's sql_mode: SET sql_mode = DEFAULT first");
        }
        LogicalTableName table = LogicalTableName.read(arguments, context);
        arguments.require("SET");
        String column = arguments.name("the column that places rows");
        if (!arguments.takeSign("=")) {
            throw arguments.expected("=");
        }
        String value = arguments.textUntil("WHERE", "the new key");
        String condition = arguments.take("WHERE") ? arguments.textUntil("", "a condition") : "";
        arguments.end();
        return new RekeyTask(table.keyspace(), table.table(), column, value, condition);
    }
}
