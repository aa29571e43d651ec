package io.pinion.operations.opening;

import io.pinion.operations.journal.Task;
import java.util.List;

/** What has become of an opening. */
public sealed interface OpeningOutcome {
    /**
     * The keyspace has the shards.
     *
     * @param number of the operation
     * @param generation of the topology that gives them their weight
     */
    record Opened(long number, Task.Opening task, long generation) implements OpeningOutcome {}

    /**
     * It was given up.
     *
     * @param kept what is still there of it, and why
     */
    record Undone(long generation, List<String> kept) implements OpeningOutcome {
        public Undone {
            kept = List.copyOf(kept);
        }
    }

    /** It isn't done, or not wholly; {@code reason} says what is to be done next. */
    record NotOpened(String reason) implements OpeningOutcome {}
}
