package io.pinion.cli;

import java.time.Duration;

/** Shows whoever waits for an operation how far it is. One thread's. */
interface ProgressView extends AutoCloseable {
    /** For scripts that want nothing but the answer. */
    ProgressView NONE = state -> {};

    void show(OperationState state);

    /** Of what isn't an operation, or not yet: all that is known is how long it takes. */
    default void show(Duration elapsed) {}

    /** Nothing of it is in the way of what is printed next. */
    @Override
    default void close() {}
}
