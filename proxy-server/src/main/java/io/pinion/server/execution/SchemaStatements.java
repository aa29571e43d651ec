package io.pinion.server.execution;

import io.pinion.operations.journal.Origin;
import io.pinion.operations.schema.ChangeOutcome;
import io.pinion.operations.schema.RunningChange;
import io.pinion.routing.definition.SchemaChange;
import java.util.concurrent.CompletionStage;

/** Changes tables on all shards of a keyspace, outside of the session that asks for it. No call blocks. */
public interface SchemaStatements {
    RunningChange start(SchemaChange change, Origin origin);

    /**
     * Completed, on any thread, once this proxy has read what the change has made of the servers' tables.
     *
     * @return the version of what is known of them then
     */
    CompletionStage<Long> known(ChangeOutcome.Done done);
}
