package io.pinion.cli;

import java.time.Duration;

/** Shows the progress of an operation while a command waits for it. Not thread-safe. */
interface ProgressView extends AutoCloseable {
    /** For scripts that read only the answer. */
    ProgressView NONE = state -> {};

    void show(OperationState state);

    /** Shows the time that a statement without an operation, or before its operation, has taken. */
    default void show(Duration elapsed) {}

    /** Clears what was shown, before other output. */
    @Override
    default void close() {}
}
