package io.pinion.operations.queue;

import io.pinion.operations.engine.OperationOutcome;
import io.pinion.operations.engine.PlannedAction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What people do with queue tables. No call blocks; stages fail with a message for people. */
public interface QueueControl {
    /**
     * Makes the partitions that are about to be needed, and drops those that have expired.
     *
     * @param queue {@code keyspace.table}; empty for all
     * @param force whether many rows are copied where that is needed, while clients wait
     * @return always completed normally
     */
    CompletionStage<OperationOutcome> rotate(Optional<String> queue, boolean force, String user);

    /** The statements of {@link #rotate}. */
    CompletionStage<List<PlannedAction>> explainRotation(Optional<String> queue, boolean force);

    /** The states of all queues of the topology, as the standbys have them; asks primaries that have none. */
    CompletionStage<List<QueueState>> states();

    /** What is wrong with queues, as this proxy has seen it if it is the one that keeps them; a line each. */
    List<String> problems();
}
