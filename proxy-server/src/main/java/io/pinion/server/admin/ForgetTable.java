package io.pinion.server.admin;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.schema.ForgottenTable;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;

/** {@code FORGET TABLE}: takes a table out of the topology and leaves it on the shards. */
final class ForgetTable extends AnsweredCommand<ForgottenTable, Done> {
    ForgetTable() {
        super("FORGET TABLE keyspace.table", "takes a table out of the topology; the shards keep it and its rows");
    }

    @Override
    ForgottenTable read(StatementArguments arguments, AdminContext context) {
        LogicalTableName table = LogicalTableName.of(arguments, context);
        return new ForgottenTable(table.keyspace(), table.table(), context.author(arguments));
    }

    @Override
    CompletionStage<AdminAnswer> answer(ForgottenTable wanted, Done done, AdminContext context) {
        return context.known(done);
    }
}
