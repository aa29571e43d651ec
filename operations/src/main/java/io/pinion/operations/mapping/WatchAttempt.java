package io.pinion.operations.mapping;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationCancelled;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.ProxyStopping;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.ShardSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to watch a mapping: a shard at a time, all of them once in a round, round after round. A shard that can't be
 * looked at comes later. Blocks; for one thread.
 */
final class WatchAttempt implements Attempt<Done> {
    private static final Logger log = LoggerFactory.getLogger(WatchAttempt.class);

    /** The pause behind a look that has failed, and where there is nothing to look at. */
    private static final Duration LATER = Duration.ofSeconds(10);

    /** Two watches of opposite mappings need the same tables, and so does whoever alters them. */
    private static final Duration OTHERS = Duration.ofSeconds(10);

    private static final Duration BUSY = Duration.ofSeconds(30);

    private final OperationServices services;
    private final MappingWatch task;
    private final MappingTask look;
    private final RunningOperation operation;
    private final WatchFindings findings;

    /** The shards of this round that couldn't be looked at lately. */
    private final Set<Integer> postponed = new HashSet<>();

    private String problem = "";

    WatchAttempt(OperationServices services, MappingWatch task, RunningOperation operation, WatchFindings findings) {
        this.services = services;
        this.task = task;
        this.look = task.look();
        this.operation = operation;
        this.findings = findings;
    }

    /**
     * Ends only by being given up, or when this proxy stops.
     *
     * @throws ServerAway when the journal is away: whoever reaches it first goes on
     */
    void watch() throws OperationRefused {
        try {
            operation.update(before -> round().begun(before));
            while (true) {
                goOn();
            }
        } catch (OperationCancelled | ProxyStopping e) {
            throw e;
        } catch (OperationRefused e) {
            throw new ServerAway(String.valueOf(e.getMessage()));
        }
    }

    private void goOn() throws OperationRefused {
        List<Integer> shards = shards();
        ShardSet done = operation.progress().done();
        List<Integer> left = shards.stream().filter(shard -> !done.has(shard)).toList();
        if (shards.isEmpty()) {
            tell();
            operation.sleep(LATER);
        } else if (left.isEmpty()) {
            endRound();
        } else {
            if (done.size() == 0) {
                operation.sleep(round().untilItBegins(Instant.now()));
            }
            lookAndRest(next(left), left.size() - 1, shards.size());
        }
    }

    /** A round that is late goes on as slowly as it looks. */
    private void lookAndRest(int shard, int left, int shards) throws OperationRefused {
        long began = System.nanoTime();
        boolean looked = look(shard, shards);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        operation.sleep(
                looked
                        ? longer(took, round().pause(Instant.now(), left, shards))
                        : longer(LATER, round().retry(shards)));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private WatchRound round() {
        return WatchRound.of(operation.progress(), task.every(), Instant.now());
    }

    /** None of a topology that doesn't have the mapping any more. */
    private List<Integer> shards() {
        try {
            return new LinkRules(look, services.topology()).shards();
        } catch (OperationRefused e) {
            problem = e.getMessage() + "; CANCEL OPERATION " + operation.number() + " ends the watch";
            return List.of();
        }
    }

    private int next(List<Integer> left) {
        Optional<Integer> untried =
                left.stream().filter(shard -> !postponed.contains(shard)).findFirst();
        if (untried.isEmpty()) {
            postponed.clear();
        }
        return untried.orElse(left.getFirst());
    }

    private void endRound() throws OperationRefused {
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("mapping", task.keyspace() + "." + task.table())
                .addKeyValue("found", MappingFaults.of(operation.progress()).words())
                .log("All links of a mapping have been looked at");
        operation.update(before -> round().over(before, Instant.now()));
        postponed.clear();
        tell();
    }

    /** Whether the shard has been looked at. */
    private boolean look(int shard, int shards) throws OperationRefused {
        try {
            Optional<FaultTally> tally = read(shard);
            if (tally.isEmpty()) {
                operation.tellNowAndThen(
                        "its tables are in use: " + services.journal().holderOf(new MappingWatch.Turn(look)));
                return false;
            }
            operation.update(before -> withLook(tally.get().on(before), shard, shards));
            problem = "";
            postponed.remove(shard);
            tell();
            return true;
        } catch (OperationRefused | SQLException | StoreUnavailable | RuntimeException e) {
            // The end of this attempt is no failure of a look.
            operation.requireMayGoOn();
            log.debug("A shard can't be looked at", e);
            postpone(shard);
            problem = "shard " + shard + " can't be looked at: " + e.getMessage();
            tell();
            return false;
        }
    }

    /** The other shards of its pair come later, too. */
    private void postpone(int failed) {
        postponed.add(failed);
        try {
            LinkRules rules = new LinkRules(look, services.topology());
            String pair = rules.pairOf(failed);
            for (int shard : rules.shards()) {
                if (rules.pairOf(shard).equals(pair)) {
                    postponed.add(shard);
                }
            }
        } catch (OperationRefused gone) {
            log.debug("A shard that couldn't be looked at isn't there any more", gone);
        }
    }

    /** A look that has come to its end hasn't ended this proxy. */
    private static Progress withLook(Progress progress, int shard, int shards) {
        return RunningOperation.withoutTakeovers(progress.withDone(shard).withTotal(shards));
    }

    /** Empty while others use its tables. */
    private Optional<FaultTally> read(int shard) throws OperationRefused, SQLException, StoreUnavailable {
        FaultTally tally = new FaultTally();
        try (ServersOfPairs connections = new ServersOfPairs(services, services.topology())) {
            LinkRules rules = new LinkRules(look, connections.topology());
            requireQuiet(rules.pairOf(shard), connections);
            LinkReading reading = new LinkReading(look, rules, connections, operation, LinkReading.Rest.NONE, tally);
            Optional<TaskLock> lock = services.journal().lockWithin(new MappingWatch.Turn(look), OTHERS);
            if (lock.isEmpty()) {
                return Optional.empty();
            }
            try (TaskLock turn = lock.get()) {
                reading.read(shard);
                reading.ask();
                if (!turn.isHeldWithin(TaskLock.BRIEFLY)) {
                    throw new OperationRefused(
                            "ZooKeeper was away, so that its tables may have been changed meanwhile");
                }
            }
            reading.end();
        }
        return Optional.of(tally);
    }

    /** A standby that doesn't answer or follow, or is busy for long, is looked at later. */
    private void requireQuiet(String pair, ServersOfPairs connections) throws OperationRefused, SQLException {
        connections.standby(pair);
        try (LinkPace pace = LinkPace.of(services, operation, List.of(pair))) {
            pace.requireQuietWithin(BUSY);
        }
    }

    private void tell() throws OperationRefused {
        MappingFaults present = MappingFaults.of(operation.progress());
        MappingFaults last = MappingFaults.ofLastRound(operation.progress());
        MappingFaults worse = present.faults() > 0 ? present : last;
        String found = worse.faults() == 0 ? "" : worse.words();
        String wrong = problem.isEmpty() ? found : problem;
        findings.tell(
                operation.number(),
                Math.max(present.faults(), last.faults()),
                wrong.isEmpty() ? "" : look.subject() + ": " + wrong);
        operation.tellNowAndThen(problem.isEmpty() ? present.words() : problem);
    }

    // --- what EXPLAIN shows

    List<PlannedAction> planned() throws OperationRefused, SQLException {
        LinkRules rules = new LinkRules(look, services.topology());
        ServersOfPairs.requireClose(services, rules);
        List<PlannedAction> actions = new ArrayList<>(MappingAttempt.planned(look, rules));
        actions.add(
                new PlannedAction("proxy", "", "the same again and again, a shard at a time, until CANCEL OPERATION"));
        return actions;
    }

    // --- its end

    @Override
    public Done answer() {
        return Done.of(operation.number(), 0, note());
    }

    @Override
    public String note() {
        return MappingFaults.of(operation.progress()).words();
    }

    @Override
    public void close() {
        findings.forget(operation.number());
    }
}
