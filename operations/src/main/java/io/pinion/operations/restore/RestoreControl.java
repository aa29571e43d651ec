package io.pinion.operations.restore;

import io.pinion.operations.engine.BackgroundControl;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Rows that come back from files. No call blocks; stages fail with a message for people. */
public interface RestoreControl extends BackgroundControl<ShardsRestore> {
    /**
     * Compares what has come back with what is there now, on the primaries, one table after the other.
     *
     * @param operation that has restored the rows and waits for its end
     */
    CompletionStage<List<RestoredRows>> compare(long operation);
}
