package io.pinion.operations.engine;

import java.util.List;

/** Operations of one or more kinds that people ask for. Thread-safe. */
public interface RequestedOperations extends AutoCloseable {
    List<RequestKind<?, ?>> kinds();

    /** Those that run end soon, and go on elsewhere; this waits for that. */
    @Override
    default void close() {
        kinds().forEach(kind -> kind.runner().close());
    }
}
