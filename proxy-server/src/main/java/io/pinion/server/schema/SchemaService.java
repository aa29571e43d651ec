package io.pinion.server.schema;

import io.pinion.config.source.AwaitGeneration;
import io.pinion.config.source.TopologySource;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.schema.SchemaOperations;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SchemaStatements;
import io.pinion.server.execution.context.SessionContext;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Runs the schema changes of sessions, and has this proxy read the changed tables. Thread-safe. */
public record SchemaService(SchemaOperations operations, TopologySource source, SchemaWatch schema)
        implements SchemaStatements {
    @Override
    public Execution start(
            RoutePlan.ChangeSchema plan,
            SessionContext session,
            Consumer<LocalAnswer> answer,
            Consumer<ServerError> error) {
        SchemaExecution execution = new SchemaExecution(session, this, plan.change(), answer, error);
        switch (plan.wanted()) {
            case DONE -> execution.start();
            case EXPLAINED -> execution.explain();
        }
        return execution;
    }

    /**
     * Completed, on any thread, once this proxy has read the changed tables.
     *
     * @return the version of the known schema then
     */
    CompletionStage<Long> known(Done done) {
        // A table's columns are read only once the topology names the table.
        return AwaitGeneration.of(() -> source.current().generation(), done.generation())
                .thenCompose(adopted -> schema.readTables())
                .thenApply(SchemaStatus::version);
    }
}
