package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code ROTATE PARTITIONS}: makes and drops partitions of queues at once, as their keeper does by itself. */
final class RotatePartitions extends ExplainedCommand {
    RotatePartitions() {
        super(
                "ROTATE PARTITIONS [OF keyspace.table] [FORCE]",
                "makes the partitions of queue tables that are about to be needed, and drops those whose jobs have expired");
    }

    /** @param queue empty for all */
    private record Wanted(Optional<String> queue, boolean force) {
        static Wanted of(StatementArguments arguments, AdminContext context) {
            Optional<String> queue = Optional.empty();
            if (arguments.has("OF")) {
                LogicalTableName name = LogicalTableName.of(arguments, context);
                queue = Optional.of(name.keyspace() + "." + name.table());
            }
            return new Wanted(queue, arguments.has("FORCE"));
        }
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Wanted wanted = Wanted.of(arguments, context);
        return context.proxy()
                .operations()
                .queues()
                .rotate(wanted.queue(), wanted.force(), context.session().userName())
                .thenApply(RotatePartitions::answer);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        Wanted wanted = Wanted.of(arguments, context);
        return context.proxy().operations().queues().explainRotation(wanted.queue(), wanted.force());
    }

    private static AdminAnswer answer(OperationOutcome outcome) {
        return switch (outcome) {
            case OperationOutcome.Failed(int code, String state, String message) ->
                new AdminAnswer.Failed(code, state, "Pinion: " + message);
            case OperationOutcome.Done done -> {
                AnswerTable table = AnswerTable.of(text("level"), text("what"));
                done.warnings().forEach(warning -> table.row(warning.level(), warning.message()));
                yield new AdminAnswer.Answered(table.rows());
            }
        };
    }
}
