package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.keyspace.KeyspaceRemoval;
import io.pinion.operations.statement.StatementArguments;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code DROP KEYSPACE name}: of one without tables. */
final class DropKeyspace extends AnsweredCommand<KeyspaceRemoval, Done> {
    DropKeyspace() {
        super("DROP KEYSPACE name", "takes a keyspace without tables out of the topology, and drops its databases");
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return true;
    }

    @Override
    KeyspaceRemoval read(StatementArguments arguments, AdminContext context) {
        return new KeyspaceRemoval(arguments.text("name"));
    }

    @Override
    CompletionStage<AdminAnswer> answer(KeyspaceRemoval removal, Done done, AdminContext context) {
        AnswerTable table = AnswerTable.of(number("operation"), text("keyspace"), number("generation"), text("note"));
        table.row(
                done.number(),
                removal.keyspace(),
                done.generation(),
                done.warnings().stream().map(ServerWarning::message).collect(Collectors.joining("; ")));
        return context.known(done.generation(), table.rows());
    }
}
