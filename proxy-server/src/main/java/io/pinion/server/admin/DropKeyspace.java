package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code DROP KEYSPACE name}: of one without tables. */
final class DropKeyspace extends ExplainedCommand {
    DropKeyspace() {
        super("DROP KEYSPACE name", "takes a keyspace without tables out of the topology, and drops its databases");
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        String name = read(arguments);
        return context.proxy()
                .operations()
                .keyspaces()
                .drop(name, context.session().userName())
                .thenCompose(
                        done -> context.proxy().readSchema(done.generation()).thenApply(read -> answer(name, done)));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy().operations().keyspaces().explainDrop(read(arguments));
    }

    private static String read(StatementArguments arguments) {
        return arguments.text("name");
    }

    private static AdminAnswer answer(String name, Done done) {
        AnswerTable table = AnswerTable.of(number("operation"), text("keyspace"), number("generation"), text("note"));
        table.row(
                done.number(),
                name,
                done.generation(),
                done.warnings().stream().map(ServerWarning::message).collect(Collectors.joining("; ")));
        return new AdminAnswer.Answered(table.rows());
    }
}
