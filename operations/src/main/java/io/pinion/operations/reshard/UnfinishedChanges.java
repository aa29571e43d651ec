package io.pinion.operations.reshard;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Task;
import java.util.Optional;

/**
 * Changes of a keyspace's tables that have begun before its resharding. Later ones wait, or are refused: they look for
 * it in the journal, which has it before this looks.
 */
record UnfinishedChanges(OperationJournal journal, String keyspace) {
    void requireNone() throws OperationRefused {
        try {
            Optional<Operation> change = journal.list().stream()
                    .filter(operation -> operation.progress().state().isUnfinished())
                    .filter(operation -> operation.task() instanceof Task.TableChange
                            && operation.task().keyspace().equals(keyspace))
                    .findFirst();
            if (change.isPresent()) {
                throw OperationRunner.unfinished(change.get());
            }
        } catch (StoreUnavailable e) {
            throw new OperationRefused("the journal can't be read: " + e.getMessage());
        }
    }
}
