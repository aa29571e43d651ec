package io.pinion.operations.check;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Does the cures that are safe, under the locks of the pairs: what stands still or is open there may be so because of an
 * operation. Blocks; of one thread.
 */
final class SafeRepairs implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final Duration OTHERS = Duration.ofSeconds(10);
    private static final Duration LOCKS = Duration.ofSeconds(5);

    private final OperationServices services;
    private final Map<String, TaskLock> locks = new HashMap<>();

    /** Why the lock of a pair couldn't be had. */
    private final Map<String, String> inUse = new HashMap<>();

    SafeRepairs(OperationServices services) {
        this.services = services;
    }

    /** Takes the locks of the pairs that have something to repair. */
    void lock(List<Finding> findings) throws StoreUnavailable, OperationRefused {
        Topology topology = services.topology();
        for (Finding finding : findings) {
            Optional<Pair> pair = topology.pair(finding.pair());
            if (finding.cure().isSafe() && pair.isPresent() && !locks.containsKey(finding.pair())) {
                lock(pair.get());
            }
        }
    }

    private void lock(Pair pair) throws StoreUnavailable, OperationRefused {
        if (inUse.containsKey(pair.name())) {
            return;
        }
        OperationJournal journal = services.journal();
        Task task = new Task.Promotion(
                pair.name(),
                pair.primary().name(),
                pair.standby().map(Server::name).orElse(""),
                Task.Promotion.Manner.PLANNED);
        Optional<TaskLock> lock = journal.lockWithin(task, OTHERS);
        if (lock.isEmpty()) {
            inUse.put(pair.name(), "pair " + pair.name() + " is in use: " + journal.holderOf(task));
            return;
        }
        locks.put(pair.name(), lock.get());
        Optional<Pair> stored =
                new TopologyChange(services, lock.get()).stored().pair(pair.name());
        if (!stored.equals(Optional.of(pair))) {
            inUse.put(pair.name(), "this proxy doesn't have the newest topology yet: REPAIR SERVERS again");
        }
        for (Operation other : journal.list()) {
            if (other.progress().state().isUnfinished() && other.task().locks().contains(Task.pairLock(pair.name()))) {
                inUse.put(pair.name(), other.name() + " is unfinished (SHOW OPERATIONS)");
            }
        }
    }

    List<Repaired> carryOut(List<Finding> findings) {
        List<Repaired> outcomes = new ArrayList<>();
        for (Finding finding : findings) {
            outcomes.add(finding.cure().isSafe() ? repaired(finding) : Repaired.byHand(finding));
        }
        return outcomes;
    }

    private Repaired repaired(Finding finding) {
        Optional<Server> server = services.topology().server(finding.place());
        TaskLock lock = locks.get(finding.pair());
        if (inUse.containsKey(finding.pair())) {
            return Repaired.failed(finding, inUse.get(finding.pair()));
        }
        if (server.isEmpty() || lock == null || !lock.isHeld()) {
            return Repaired.failed(finding, "it was found just now: REPAIR SERVERS again");
        }
        try (ServerConnection connection =
                new ServerLogin(services.access(), server.get(), services.operator()).open(ANSWER)) {
            say(connection, finding.cure());
            return Repaired.done(finding);
        } catch (SQLException | OperationRefused e) {
            return Repaired.failed(finding, String.valueOf(e.getMessage()));
        }
    }

    private static void say(ServerConnection connection, Cure cure) throws SQLException {
        switch (cure) {
            case Cure.Safe safe -> connection.execute(safe.statements());
            case Cure.Grants grants -> connection.executeOnItAlone(grants.statements(), LOCKS);
            case Cure.Statements byHand -> throw new IllegalArgumentException("not for Pinion: " + byHand);
            case Cure.Words byHand -> throw new IllegalArgumentException("not for Pinion: " + byHand);
        }
    }

    @Override
    public void close() {
        locks.values().forEach(TaskLock::close);
    }
}
