package io.pinion.operations.schema;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Which shards a keyspace has, for whoever changes tables on all of them: none is added behind his back.
 *
 * <p>Both sides write first and look then. A change of tables enters itself in the journal, then looks whether an
 * opening is publishing, then reads the stored topology. An opening enters that it is publishing, then looks for
 * changes of tables that are unfinished, and publishes if there is none. ZooKeeper puts all writes in one order and a
 * look behind a sync sees all that were before it, so at least one of the two sees the other. Locks would not do: they
 * end with a session, and a proxy that stood still for longer than that may go on with what it had looked at.
 */
final class SettledTopology {
    /** Between its entry and the topology an opening reads one shard's tables. */
    private static final long TIMEOUT_SECONDS = 15;

    private static final long LOOK_EVERY_MILLIS = 50;

    private final OperationJournal journal;
    private final TopologyEditor editor;

    SettledTopology(OperationJournal journal, TopologyStore store) {
        this.journal = journal;
        this.editor = new TopologyEditor(store);
    }

    /**
     * Blocks while shards of the keyspace are being published. To be called behind the entry of the change in the
     * journal.
     */
    Topology of(String keyspace) throws ChangeFailure, StoreUnavailable {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (true) {
            Optional<Operation> publishing = journal.list().stream()
                    .filter(operation -> operation.isPublishing(keyspace))
                    .findFirst();
            if (publishing.isEmpty()) {
                return editor.current();
            }
            if (System.nanoTime() > end) {
                long number = publishing.get().number();
                throw new ChangeFailure(
                        ChangeOutcome.Failed.general(publishing.get().name()
                                + " may add shards at any moment: try again, and if it is interrupted (SHOW OPERATIONS), RESUME"
                                + " OPERATION " + number + " or CANCEL OPERATION " + number + " first"));
            }
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ChangeFailure(ChangeOutcome.Failed.general("interrupted while shards are being added"));
            }
        }
    }
}
