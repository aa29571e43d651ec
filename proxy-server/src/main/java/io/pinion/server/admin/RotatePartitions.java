package io.pinion.server.admin;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.queue.RotationRequest;
import io.pinion.operations.statement.StatementArguments;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code ROTATE PARTITIONS}: makes and drops partitions of queues at once, as their keeper does by itself. */
final class RotatePartitions extends AnsweredCommand<RotationRequest, Done> {
    RotatePartitions() {
        super(
                "ROTATE PARTITIONS [OF keyspace.table] [FORCE]",
                "makes the partitions of queue tables that are about to be needed, and drops those whose jobs have expired");
    }

    @Override
    RotationRequest read(StatementArguments arguments, AdminContext context) {
        Optional<String> queue = Optional.empty();
        if (arguments.has("OF")) {
            LogicalTableName name = LogicalTableName.of(arguments, context);
            queue = Optional.of(name.keyspace() + "." + name.table());
        }
        return new RotationRequest(queue, arguments.has("FORCE"));
    }

    @Override
    CompletionStage<AdminAnswer> answer(RotationRequest request, Done done, AdminContext context) {
        return SyncAccounts.told(done);
    }
}
