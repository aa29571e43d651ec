package io.pinion.operations.queue;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.work.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rotates the partitions of all queues again and again, on the one proxy of a cluster that has the lease, a lock in ZooKeeper.
 * The journal would be full of what it does; the log has it. One thread of its own, and one for each pair during a pass.
 */
final class QueueKeeper implements RotationOwner, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(QueueKeeper.class);

    /** Of the proxy that keeps the queues' partitions. No table has this name: those have a dot and no colon. */
    private static final LockNames LEASE = new LockNames("the partitions of queues", Set.of("queues:"));

    private final OperationServices services;
    private final QueueTime time;
    private final Workers threads;
    private final BusyShards busy = new BusyShards();
    private final Duration every;
    private final Thread thread;

    /** Held from one pass to the next; null while another proxy has it, or there is no queue. Only the thread writes it. */
    private volatile @Nullable TaskLock lease;

    private volatile List<String> problems = List.of();
    private volatile boolean closed;

    private QueueKeeper(OperationServices services, QueueTime time, Workers threads, Duration every) {
        this.services = services;
        this.time = time;
        this.threads = threads;
        this.every = every;
        this.thread = Thread.ofPlatform().daemon().name("pinion-queue-keeper").unstarted(this::run);
    }

    /** It looks for the first time after a pause, when the proxy's journal knows the tasks of all operations. */
    static QueueKeeper start(OperationServices services, QueueTime time, Workers threads, Duration every) {
        QueueKeeper keeper = new QueueKeeper(services, time, threads, every);
        keeper.thread.start();
        return keeper;
    }

    /** What it has found at its last pass; none on a proxy without the lease. */
    List<String> problems() {
        return problems;
    }

    private void run() {
        while (!closed) {
            try {
                TimeUnit.MILLISECONDS.sleep(every.toMillis());
                look();
            } catch (InterruptedException e) {
                break;
            } catch (StoreUnavailable e) {
                log.debug("The lease of the queues can't be asked for", e);
            } catch (RuntimeException e) {
                if (closed) {
                    break;
                }
                log.error("Keeping the queues has failed by a mistake of Pinion's", e);
                problems = List.of("the partitions of queues can't be looked at: " + e.getMessage());
            }
        }
        release();
    }

    private void look() throws StoreUnavailable {
        Topology topology = services.topology();
        List<QueueTable> queues = QueueTable.of(topology);
        if (queues.isEmpty() || !hasLease()) {
            problems = List.of();
            if (queues.isEmpty()) {
                release();
            }
            return;
        }
        List<RotationLog> reports = queues.stream().map(RotationLog::new).toList();
        try {
            new QueueRotation(services, time, threads, new QueueTurns(services, this), busy, false)
                    .rotate(topology, reports);
        } catch (OperationRefused e) {
            log.debug("A pass over the queues ends early", e);
            return;
        }
        List<String> found =
                reports.stream().flatMap(report -> report.problems().stream()).toList();
        tell(found);
        problems = List.copyOf(found);
    }

    private void tell(List<String> found) {
        if (!found.isEmpty() && !found.equals(problems)) {
            log.atWarn()
                    .addKeyValue("problems", found.size())
                    .addKeyValue("reason", found.getFirst())
                    .log("Something is wrong with the partitions of queues (SHOW QUEUES)");
        }
    }

    /** A lease that was lost isn't used any more, and may be another proxy's. */
    private boolean hasLease() throws StoreUnavailable {
        TaskLock held = lease;
        if (held != null && !held.isHeldWithin(TaskLock.BRIEFLY)) {
            release();
        }
        if (lease == null) {
            lease = services.journal().lock(LEASE).orElse(null);
        }
        return lease != null;
    }

    private void release() {
        TaskLock held = lease;
        lease = null;
        if (held != null) {
            held.close();
        }
    }

    @Override
    public void require(TableName table) throws OperationRefused {
        TaskLock held = lease;
        if (closed || held == null || !held.isHeldWithin(TaskLock.BRIEFLY)) {
            throw new OperationRefused("this proxy ends, or has lost the lease of the queues to another one");
        }
    }

    @Override
    public LockNames lockOf(QueueTable queue) {
        return turnOf(queue);
    }

    /**
     * An operation that changes the table, or rotates its partitions, goes first: it has the table's lock from its
     * beginning to its end.
     */
    static LockNames turnOf(QueueTable queue) {
        String keyspace = queue.keyspace().name();
        return new LockNames(
                "queue " + queue,
                Set.of(Task.partitionsLock(keyspace, queue.table()), Task.tableLock(keyspace, queue.table())));
    }

    /** Doesn't wait for a running pass, which ends before its next shard. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
