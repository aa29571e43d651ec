package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.routing.catalog.Declaration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What people ask about tables that become queues. No call blocks; stages fail with a message for people. */
public interface ConversionControl {
    /** Begins to make a queue of a table; that goes on in the background. */
    CompletionStage<Operation> begin(String keyspace, String table, Declaration as, String user);

    /** The steps of {@link #begin}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explain(String keyspace, String table, Declaration as);
}
