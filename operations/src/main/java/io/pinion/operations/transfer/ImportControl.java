package io.pinion.operations.transfer;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Databases that become sharded keyspaces. No call blocks; stages fail with a message for people. */
public interface ImportControl {
    /**
     * Begins to import a database, after checks.
     *
     * @param user the user who asks
     * @return the operation, which goes on in the background
     */
    CompletionStage<Operation> begin(ImportRequest request, String user);

    /** The steps of {@link #begin}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explain(ImportRequest request);
}
