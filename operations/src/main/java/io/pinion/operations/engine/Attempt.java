package io.pinion.operations.engine;

import java.util.Optional;

/**
 * One attempt of an operation, from wherever an earlier one has ended: what its steps work with. For one thread.
 *
 * @param <A> the answer for whoever asked for the operation
 */
public interface Attempt<A extends OperationAnswer> extends AutoCloseable {
    /** Why nothing is left to do, as when somebody else has done it in another way; empty in ordinary cases. */
    default Optional<String> isOver() throws OperationRefused {
        return Optional.empty();
    }

    /** Called behind the last step. */
    A answer() throws OperationRefused;

    /** What somebody should see to, now that it is done or undone; empty for nothing. */
    default String note() {
        return "";
    }

    /** Closes the connections that it has kept open. */
    @Override
    default void close() {}
}
