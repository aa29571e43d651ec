package io.pinion.server.admin;

import io.pinion.operations.control.OperationControl;
import io.pinion.operations.rekey.RekeyTask;
import io.pinion.routing.plan.SessionView.SqlModeFlags;

/** {@code REKEY TABLE}: other keys, and with them other shards, for many rows of a hashed table. */
final class RekeyTable extends BegunCommand<RekeyTask> {
    RekeyTable() {
        super(
                "REKEY TABLE",
                "REKEY TABLE keyspace.table SET key = expression [WHERE condition]",
                "gives rows of a hashed table other keys, each in a transaction, while clients read and write",
                OperationControl::rekeyings);
    }

    @Override
    RekeyTask read(AdminTokens arguments, AdminContext context) {
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
