package io.pinion.server.admin;

import io.pinion.operations.rekey.RekeyTask;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.plan.SessionView.SqlModeFlags;

/** {@code REKEY TABLE}: other keys, and with them other shards, for many rows of a hashed table. */
final class RekeyTable extends BegunCommand {
    RekeyTable() {
        super(
                "REKEY TABLE keyspace.table SET key = expression [WHERE condition]",
                "gives rows of a hashed table other keys, each in a transaction, while clients read and write");
    }

    @Override
    RekeyTask read(StatementArguments arguments, AdminContext context) {
        SqlModeFlags rules = context.session().sqlMode();
        if (rules.ansiQuotes()
                || rules.noBackslashEscapes()
                || rules.pipesAsConcat()
                || !rules.unknownMode().isEmpty()) {
            throw new SyntaxRefused("quotes and || would mean another thing to the operation than under this"
                    + " session's sql_mode: SET sql_mode = DEFAULT first");
        }
        LogicalTableName table = LogicalTableName.of(arguments, context);
        return new RekeyTask(
                table.keyspace(),
                table.table(),
                arguments.text("key"),
                arguments.text("expression"),
                arguments.optional("condition").orElse(""));
    }
}
