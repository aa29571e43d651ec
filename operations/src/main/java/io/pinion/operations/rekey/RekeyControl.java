package io.pinion.operations.rekey;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What people ask about keys of many rows. No call blocks; stages fail with a message for people. */
public interface RekeyControl {
    /**
     * Begins to give rows other keys; that goes on in the background.
     *
     * @param user the user who asks, with whose rights it is done
     */
    CompletionStage<Operation> begin(RekeyTask task, String user);

    /** The steps of {@link #begin}, after the checks with which it begins. */
    CompletionStage<List<PlannedAction>> explain(RekeyTask task, String user);
}
