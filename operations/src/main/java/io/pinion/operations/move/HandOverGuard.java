package io.pinion.operations.move;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Keyspace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Keeps a hand-over from running beside others that hold statements for its shards, or change their tables. Blocks. */
record HandOverGuard(MovePairs pairs) {
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    /**
     * Waits until no change of tables of the keyspace runs, and no opening that adds shards to it: both hold statements
     * too. Each side writes its entry first and then looks for the other's, so an operation that begins from now on
     * sees the step of this one and waits.
     *
     * @throws OperationRefused after {@code timeout}; nothing has been done
     */
    void awaitNoOther(Duration timeout) throws OperationRefused {
        Optional<Operation> other = pairs.services()
                .leftOf(each -> isRunningChange(each) || isPublishedOpening(each), pairs.operation(), timeout);
        if (other.isPresent()) {
            throw new OperationRefused(other.get().name()
                    + (other.get().task() instanceof Task.Opening
                            ? " adds shards to the keyspace"
                            : " changes tables of these shards")
                    + ": RESUME OPERATION " + pairs.number() + " when it has ended");
        }
    }

    /**
     * Waits until no partitions of the keyspace's queues are made or dropped, which triggers don't keep from it. A turn on
     * these shards that is taken from now on sees the step of this operation, and is given back. No client waits yet.
     *
     * @throws OperationRefused after {@code timeout}; nothing has been done
     */
    void awaitTurns(Duration timeout) throws OperationRefused {
        long end = System.nanoTime() + timeout.toNanos();
        for (LockNames turn : turns()) {
            while (isTaken(turn)) {
                if (System.nanoTime() - end > 0) {
                    throw new OperationRefused("partitions of " + turn.subject()
                            + " are being changed: RESUME OPERATION " + pairs.number() + " when that has ended");
                }
                pairs.operation().pause(LOOK_EVERY);
            }
        }
    }

    private List<LockNames> turns() throws OperationRefused {
        Topology stored = TopologyChange.reading(pairs.services()).stored();
        return stored.keyspaces().get(pairs.task().keyspace()) instanceof Keyspace.Sharded keyspace
                ? keyspace.tables().values().stream()
                        .filter(table -> table.queue().isPresent())
                        .map(table -> LockNames.ofPartitions(keyspace.name(), table.name()))
                        .toList()
                : List.of();
    }

    private boolean isTaken(LockNames turn) throws OperationRefused {
        try {
            return pairs.services().journal().isLocked(turn);
        } catch (StoreUnavailable e) {
            throw new OperationRefused("the locks of queues can't be read: " + e.getMessage());
        }
    }

    private boolean isRunningChange(Operation other) {
        return other.task() instanceof Task.TableChange
                && other.progress().state() == State.RUNNING
                && other.task().keyspace().equals(pairs.task().keyspace());
    }

    private boolean isPublishedOpening(Operation other) {
        return other.task() instanceof Task.Opening
                && other.isPublishing(pairs.task().keyspace());
    }
}
