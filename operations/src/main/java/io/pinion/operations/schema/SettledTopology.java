package io.pinion.operations.schema;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRefused.Leaves;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Operation;
import java.time.Duration;
import java.util.Optional;

/**
 * Which shards a keyspace has, for an operation that changes tables on all of them: none is added unseen.
 *
 * <p>Both sides write first and look then. A change of tables enters itself in the journal, then looks whether an
 * opening is publishing, then reads the stored topology. An opening enters that it is publishing, then looks for
 * changes of tables that are unfinished, and publishes if there is none. ZooKeeper puts all writes in one order and a
 * look behind a sync sees all that were before it, so at least one of the two sees the other. Locks would not do: they
 * end with a session, and a proxy that stood still for longer than that may go on with what it had looked at.
 *
 * @param operation the change of tables, which the journal has as running
 * @param leaves what it leaves when it can't go on
 */
record SettledTopology(OperationServices services, RunningOperation operation, Leaves leaves) {
    /** Between its entry and the topology an opening reads one shard's tables. */
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    /** Blocks while shards of the keyspace are being published. */
    Topology of(String keyspace) throws OperationRefused, StoreUnavailable {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            Optional<Operation> publishing = services.journal().list().stream()
                    .filter(other -> other.isPublishing(keyspace))
                    .findFirst();
            if (publishing.isEmpty()) {
                return new TopologyEditor(services.store()).current();
            }
            if (System.nanoTime() - end > 0) {
                long number = publishing.get().number();
                throw new OperationRefused(
                        publishing.get().name()
                                + " may add shards at any moment: try again, and if it is interrupted (SHOW OPERATIONS), RESUME"
                                + " OPERATION " + number + " or CANCEL OPERATION " + number + " first",
                        leaves);
            }
            operation.pause(LOOK_EVERY);
        }
    }
}
