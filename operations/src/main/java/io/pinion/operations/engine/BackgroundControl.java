package io.pinion.operations.engine;

import io.pinion.operations.journal.Operation;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Operations of one kind that go on in the background. No call blocks; stages fail with a message for people.
 *
 * @param <R> what people ask for
 */
public interface BackgroundControl<R> {
    /**
     * Begins an operation, after checks.
     *
     * @param user the user who asks
     * @return the operation, which goes on in the background
     */
    CompletionStage<Operation> begin(R request, String user);

    /**
     * The steps of {@link #begin}, after the checks with which it begins.
     *
     * @param user the user who asks
     */
    CompletionStage<List<PlannedAction>> explain(R request, String user);
}
