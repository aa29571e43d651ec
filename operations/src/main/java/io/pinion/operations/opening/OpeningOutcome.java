package io.pinion.operations.opening;

import io.pinion.operations.journal.Task;
import java.util.List;

/** The result of an opening. */
public sealed interface OpeningOutcome {
    /**
     * The keyspace has the shards.
     *
     * @param number of the operation
     * @param generation of the topology that gives them their weight
     */
    record Opened(long number, Task.Opening task, long generation) implements OpeningOutcome {}

    /**
     * The opening was cancelled.
     *
     * @param kept what is left of it, and why
     */
    record Undone(long generation, List<String> kept) implements OpeningOutcome {
        public Undone {
            kept = List.copyOf(kept);
        }
    }

    /** The opening isn't done, or only in part; {@code reason} includes the way out. */
    record NotOpened(String reason) implements OpeningOutcome {}
}
