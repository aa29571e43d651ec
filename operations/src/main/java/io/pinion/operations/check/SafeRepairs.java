package io.pinion.operations.check;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Does the cures of one pair's findings that are safe, under its lock: what stands still or is open there may be so because
 * of an operation. Blocks.
 *
 * @param again the findings of the pair as it is now
 */
record SafeRepairs(OperationServices services, Again again) {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final Duration OTHERS = Duration.ofSeconds(10);
    private static final Duration LOCKS = Duration.ofSeconds(5);

    /** Looks at a pair once more, since an operation may have ended just before its lock was taken. */
    @FunctionalInterface
    interface Again {
        List<Finding> look(Pair pair) throws OperationRefused;
    }

    /** @param findings of the pair, or of none */
    List<Repaired> of(String pair, List<Finding> findings) {
        if (findings.stream().noneMatch(finding -> finding.cure().isSafe())) {
            return notDone(findings, "");
        }
        Optional<Pair> known = services.topology().pair(pair);
        if (known.isEmpty()) {
            return notDone(findings, "the topology has no pair " + pair + " any more");
        }
        try {
            return underLock(known.get(), findings);
        } catch (StoreUnavailable | OperationRefused e) {
            return notDone(findings, String.valueOf(e.getMessage()));
        }
    }

    private static List<Repaired> notDone(List<Finding> findings, String reason) {
        return findings.stream()
                .map(finding -> finding.cure().isSafe() ? Repaired.failed(finding, reason) : Repaired.byHand(finding))
                .toList();
    }

    private List<Repaired> underLock(Pair pair, List<Finding> findings) throws StoreUnavailable, OperationRefused {
        OperationJournal journal = services.journal();
        LockNames names = LockNames.ofPair(pair.name());
        Optional<TaskLock> taken = journal.lockWithin(names, OTHERS);
        if (taken.isEmpty()) {
            return notDone(findings, names.subject() + " is in use: " + journal.holderOf(names));
        }
        try (TaskLock lock = taken.get()) {
            Optional<String> obstacle = obstacle(pair, lock);
            if (obstacle.isPresent()) {
                return notDone(findings, obstacle.get());
            }
            List<Repaired> outcomes = new ArrayList<>();
            for (Finding finding : again.look(pair)) {
                outcomes.add(finding.cure().isSafe() ? repaired(pair, finding, lock) : Repaired.byHand(finding));
            }
            return outcomes;
        }
    }

    private Optional<String> obstacle(Pair pair, TaskLock lock) throws StoreUnavailable, OperationRefused {
        Optional<Pair> stored = new TopologyChange(services, lock).stored().pair(pair.name());
        if (!stored.equals(Optional.of(pair))) {
            return Optional.of("this proxy doesn't have the newest topology yet: REPAIR SERVERS again");
        }
        return services.journal().list().stream()
                .filter(other -> other.progress().state().isUnfinished())
                .filter(other -> other.touches(LockNames.ofPair(pair.name())))
                .map(Operation::name)
                .map(name -> name + " is unfinished (SHOW OPERATIONS)")
                .findFirst();
    }

    private Repaired repaired(Pair pair, Finding finding, TaskLock lock) {
        Optional<Server> server = pair.servers().stream()
                .filter(known -> known.name().equals(finding.place()))
                .findFirst();
        if (server.isEmpty()) {
            return Repaired.failed(finding, "pair " + pair.name() + " has no such server");
        }
        try (ServerConnection connection =
                new ServerLogin(services.access(), server.get(), services.operator()).open(ANSWER)) {
            say(connection, finding.cure(), lock);
            return Repaired.done(finding);
        } catch (SQLException | OperationRefused e) {
            return Repaired.failed(finding, String.valueOf(e.getMessage()));
        }
    }

    private static void say(ServerConnection connection, Cure cure, TaskLock lock)
            throws SQLException, OperationRefused {
        switch (cure) {
            case Cure.Safe safe -> {
                for (String statement : safe.statements()) {
                    stillHeld(lock);
                    connection.execute(List.of(statement));
                }
            }
            case Cure.Grants grants -> {
                for (String statement : grants.statements()) {
                    stillHeld(lock);
                    connection.executeOnItAlone(List.of(statement), LOCKS);
                }
            }
            case Cure.Statements byHand -> throw new IllegalArgumentException("not for Pinion: " + byHand);
            case Cure.Admin byHand -> throw new IllegalArgumentException("not for Pinion: " + byHand);
            case Cure.Replacement byHand -> throw new IllegalArgumentException("not for Pinion: " + byHand);
            case Cure.Words byHand -> throw new IllegalArgumentException("not for Pinion: " + byHand);
        }
    }

    /** Whoever has it now may be promoting the server. */
    private static void stillHeld(TaskLock lock) throws OperationRefused {
        if (!lock.isHeld()) {
            throw new OperationRefused("the lock of the pair is lost: REPAIR SERVERS again");
        }
    }
}
