package io.pinion.operations.reshard;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Keyspaces that get other shards. No call blocks; stages fail with a message for people. */
public interface ReshardControl {
    /**
     * Begins to reshard a keyspace, after checks.
     *
     * @param user the user who asks
     * @return the operation, which goes on in the background
     */
    CompletionStage<Operation> begin(ReshardRequest request, String user);

    /** The steps of {@link #begin}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explain(ReshardRequest request);
}
