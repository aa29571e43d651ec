package io.pinion.server.admin;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.schema.TableDeclaration;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.Declaration;
import java.util.concurrent.CompletionStage;

/** {@code DECLARE TABLE}: adds a table that the shards already have to the topology. */
final class DeclareTable extends AnsweredCommand<TableDeclaration, Done> {
    DeclareTable() {
        super(
                "DECLARE TABLE keyspace.table AS 'declaration'",
                "says which shards the rows of a table belong to that all shards have already, such as 'mapping from=board_id'");
    }

    @Override
    TableDeclaration read(StatementArguments arguments, AdminContext context) {
        LogicalTableName table = LogicalTableName.of(arguments, context);
        Declaration as = StatementArguments.parsed(Declaration::parse, arguments.text("'declaration'"));
        return new TableDeclaration(table.keyspace(), table.table(), as, context.author(arguments));
    }

    @Override
    CompletionStage<AdminAnswer> answer(TableDeclaration wanted, Done done, AdminContext context) {
        return context.known(done);
    }
}
