package io.pinion.server;

import io.pinion.config.source.TopologySource;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.schema.ChangeOutcome;
import io.pinion.operations.schema.RunningChange;
import io.pinion.operations.schema.SchemaOperations;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.server.execution.SchemaStatements;
import io.pinion.server.schema.SchemaStatus;
import io.pinion.server.schema.SchemaWatch;
import java.util.concurrent.CompletionStage;

/** Lets the data path change tables, and sees to it that this proxy knows of what was changed. Thread-safe. */
final class SchemaService implements SchemaStatements {
    private final SchemaOperations operations;
    private final TopologySource source;
    private final SchemaWatch schema;

    SchemaService(SchemaOperations operations, TopologySource source, SchemaWatch schema) {
        this.operations = operations;
        this.source = source;
        this.schema = schema;
    }

    @Override
    public RunningChange start(SchemaChange change, Origin origin) {
        return operations.start(change, origin);
    }

    @Override
    public CompletionStage<Long> known(ChangeOutcome.Done done) {
        // A table's columns are read once the topology names it.
        return AwaitGeneration.of(() -> source.current().generation(), done.generation())
                .thenCompose(adopted -> schema.readNow())
                .thenApply(SchemaStatus::version);
    }
}
