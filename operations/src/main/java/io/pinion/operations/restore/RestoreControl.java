package io.pinion.operations.restore;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Rows that come back from files. No call blocks; stages fail with a message for people. */
public interface RestoreControl {
    /**
     * Begins to restore shards, after checks.
     *
     * @param user the user who asks
     * @return the operation, which goes on in the background
     */
    CompletionStage<Operation> begin(ShardsRestore request, String user);

    /** The steps of {@link #begin}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explain(ShardsRestore request);

    /**
     * Compares what has come back with what is there now, on the primaries, one table after the other.
     *
     * @param operation that has restored the rows and waits for its end
     */
    CompletionStage<List<RestoredRows>> compare(long operation);
}
