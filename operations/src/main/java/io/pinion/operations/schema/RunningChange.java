package io.pinion.operations.schema;

import java.util.concurrent.CompletionStage;

/** A change that somebody waits for. */
public interface RunningChange {
    /** Completed on a thread of the operation's, never with an exception. */
    CompletionStage<ChangeOutcome> outcome();

    /** It ends before its next shard, with an error; any thread may ask. */
    void stop();
}
