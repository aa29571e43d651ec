package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code CONVERT TABLE}: a table that is there becomes a queue while clients use it. */
final class ConvertTable extends ExplainedCommand {
    ConvertTable() {
        super(
                "CONVERT TABLE",
                "CONVERT TABLE keyspace.table AS 'declaration', with queue=… states=…",
                "copies a table into the partitions of a queue, compares every row and takes its place, while clients go on");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        DeclarationArguments wanted = DeclarationArguments.read(arguments, context);
        LogicalTableName table = wanted.table();
        return context.proxy()
                .operations()
                .conversions()
                .begin(
                        table.keyspace(),
                        table.table(),
                        wanted.as(),
                        context.session().userName())
                .thenApply(BegunOperation::answer);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        DeclarationArguments wanted = DeclarationArguments.read(arguments, context);
        LogicalTableName table = wanted.table();
        return context.proxy().operations().conversions().explain(table.keyspace(), table.table(), wanted.as());
    }
}
