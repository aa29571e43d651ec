package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code FORGET TABLE}: takes a table out of the topology and leaves it on the shards. */
final class ForgetTable extends AdminCommand {
    ForgetTable() {
        super("FORGET TABLE keyspace.table", "takes a table out of the topology; the shards keep it and its rows");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        LogicalTableName table = LogicalTableName.of(arguments, context);
        return context.proxy()
                .operations()
                .forget(table.keyspace(), table.table(), context.author(arguments))
                .thenCompose(outcome -> DeclareTable.answer(outcome, context));
    }
}
