package io.pinion.operations.queue;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives turns, by what the stored topology and the journal say once the locks are held: whoever changes the table or its
 * declaration has one of these locks meanwhile, and whoever hands a shard over enters that first and waits for them then.
 * Thread-safe; blocks.
 */
final class QueueTurns {
    private final OperationServices services;
    private final RotationOwner owner;
    private final Map<LockNames, SharedLock<Held>> locks = new ConcurrentHashMap<>();

    /** What is so as long as the locks are held. */
    private record Held(TaskLock lock, Topology topology, List<Operation> moves) {}

    QueueTurns(OperationServices services, RotationOwner owner) {
        this.services = services;
        this.owner = owner;
    }

    /** In whose name they are given. */
    RotationOwner owner() {
        return owner;
    }

    /**
     * Takes a turn on a shard of a queue.
     *
     * @param seen the shard, as an earlier topology has it; the turn has it as it is now
     * @param report is told why there is none
     * @return empty when others change the table, it is no queue on that shard any more, or the shard is being moved
     */
    Optional<QueueTurn> take(QueueShard seen, RotationLog report) throws OperationRefused {
        LockNames named = owner.lockOf(seen.queue());
        try {
            SharedLock<Held> lock = locks.computeIfAbsent(
                    named,
                    none -> new SharedLock<>(
                            () -> held(named), held -> held.lock().close()));
            Optional<Held> held = lock.join();
            if (held.isEmpty()) {
                report.left(
                        seen.table(),
                        "others change the table: " + services.journal().holderOf(named));
                return Optional.empty();
            }
            Optional<QueueTurn> turn = turn(seen, held.get(), lock, report);
            if (turn.isEmpty()) {
                lock.leave();
            }
            return turn;
        } catch (StoreUnavailable e) {
            throw new OperationRefused(String.valueOf(e.getMessage()));
        }
    }

    private Optional<QueueTurn> turn(QueueShard seen, Held held, SharedLock<Held> lock, RotationLog report) {
        Optional<Operation> move = held.moves().stream()
                .filter(operation -> isMoving(operation, seen))
                .findFirst();
        if (move.isPresent()) {
            report.left(seen.table(), move.get().name() + " moves the shard, and its partitions stay meanwhile");
            return Optional.empty();
        }
        return seen.in(held.topology())
                .map(now -> new QueueTurn(services, owner, held.lock(), lock::leave, held.topology(), now));
    }

    /**
     * A move reads its shards in one snapshot, which no table may change under, and makes fences; the shards of one that
     * hands over may be on either pair.
     */
    private static boolean isMoving(Operation operation, QueueShard shard) {
        String keyspace = shard.queue().keyspace().name();
        return operation.task() instanceof Task.Move move
                && move.keyspace().equals(keyspace)
                && move.first() <= shard.number()
                && shard.number() <= move.last()
                && (operation.progress().state() == State.RUNNING || operation.isPublishing(keyspace));
    }

    private Optional<Held> held(LockNames named) throws StoreUnavailable {
        Optional<TaskLock> lock = services.journal().lock(named);
        if (lock.isEmpty()) {
            return Optional.empty();
        }
        try {
            List<Operation> moves = services.journal().list().stream()
                    .filter(operation -> operation.task() instanceof Task.Move)
                    .toList();
            return Optional.of(new Held(lock.get(), new TopologyEditor(services.store()).current(), moves));
        } catch (StoreUnavailable | RuntimeException e) {
            lock.get().close();
            throw e;
        }
    }
}
