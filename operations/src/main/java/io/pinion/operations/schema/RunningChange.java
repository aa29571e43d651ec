package io.pinion.operations.schema;

import io.pinion.operations.engine.OperationOutcome;
import java.util.concurrent.CompletionStage;

/** A running change whose client waits for its outcome. */
public interface RunningChange {
    /** Completed on one of the operation's threads, never with an exception. */
    CompletionStage<OperationOutcome> outcome();

    /** Ends the change before its next shard, with an error. Thread-safe. */
    void stop();
}
