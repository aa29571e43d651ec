package io.pinion.operations.journal;

import io.pinion.operations.journal.Progress.State;
import java.util.List;
import java.util.Optional;

/** Finds the holder of the locks that another operation wants, as far as the journal knows. */
final class LockHolder {
    private LockHolder() {}

    /**
     * The holder in words, with the statements to type next.
     *
     * @param operations of the journal
     * @param wanted the task that has got no lock
     */
    static String words(List<Operation> operations, Lockable wanted) {
        return touching(operations, wanted, State.RUNNING)
                .map(LockHolder::running)
                .or(() -> touching(operations, wanted, State.FAILED).map(LockHolder::failed))
                .orElse(
                        "no operation of the journal works on it, but a statement that still looks at its servers (minutes with"
                                + " thousands of databases), a verification, whoever opens a primary or the keeper of queues:"
                                + " try again");
    }

    static Optional<Operation> touching(List<Operation> operations, Lockable wanted, State state) {
        return operations.stream()
                .filter(operation -> operation.progress().state() == state && operation.touches(wanted))
                .filter(operation -> !operation.progress().isInLine())
                .findFirst();
    }

    private static String running(Operation operation) {
        return operation.name() + " runs on proxy " + operation.progress().proxy() + ": " + operation.untilItsEnd();
    }

    private static String failed(Operation operation) {
        return operation.name() + " has broken off, and somebody may be resuming it or giving it up: SHOW OPERATIONS";
    }
}
