package io.pinion.operations.engine;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes on with operations whose proxy has died: they are running in the journal, and nobody holds their lock. Every
 * proxy of a cluster looks for them, and the lock lets one of them go on that has the settings for it. Steps may be repeated, so this does what an
 * operator would do by RESUME OPERATION. An operation that has failed waits for an operator.
 */
public final class AbandonedOperations implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AbandonedOperations.class);

    /** An operation that ends each of its proxies isn't taken up again and again. */
    private static final int MOST_TAKEOVERS = 3;

    private final OperationJournal journal;
    private final OperationRunners runners;
    private final ScheduledExecutorService thread;

    /** The numbers of operations that have ended. Of this object's thread only, as what follows. */
    private final Set<Long> over = new HashSet<>();

    /** The versions of the entries that had no owner at the last look. */
    private Map<Long, Integer> abandoned = Map.of();

    /** Those that a proxy works on, by what they lock, as of the last look. */
    private volatile Map<String, String> atWork = Map.of();

    private final boolean takesUp;

    private AbandonedOperations(OperationJournal journal, OperationRunners runners, boolean takesUp) {
        this.takesUp = takesUp;
        this.journal = journal;
        this.runners = runners;
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("pinion-abandoned-operations").factory());
    }

    /**
     * @param every the pause between two looks; an operation is taken up at the second look that finds it abandoned
     * @param takesUp whether this proxy takes any up; otherwise it only looks
     */
    public static AbandonedOperations start(
            OperationJournal journal, OperationRunners runners, Duration every, boolean takesUp) {
        AbandonedOperations started = new AbandonedOperations(journal, runners, takesUp);
        var unused = started.thread.scheduleWithFixedDelay(
                started::look, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
        return started;
    }

    private void look() {
        try {
            Map<Long, Integer> now = new HashMap<>();
            for (Operation operation : withoutOwner()) {
                if (takesUp && Integer.valueOf(operation.version()).equals(abandoned.get(operation.number()))) {
                    takeUp(operation);
                } else {
                    now.put(operation.number(), operation.version());
                }
            }
            abandoned = now;
        } catch (StoreUnavailable e) {
            log.debug("Abandoned operations can't be looked for", e);
        } catch (RuntimeException e) {
            log.error("Looking for abandoned operations has failed by a mistake of Pinion's", e);
        }
    }

    /** Those that have ended are read once: the journal keeps hundreds of them. */
    private List<Operation> withoutOwner() throws StoreUnavailable {
        List<Long> numbers = journal.numbers();
        over.retainAll(numbers);
        List<Operation> free = new ArrayList<>();
        Map<String, String> owned = new HashMap<>();
        for (long number : numbers) {
            Optional<Operation> running =
                    over.contains(number) ? Optional.empty() : read(number).filter(this::isRunning);
            if (running.isEmpty()) {
                continue;
            }
            Operation operation = running.get();
            if (!isFree(operation)) {
                operation.task().locks().forEach(lock -> owned.put(lock, operation.name()));
            } else if (operation.task().goesOnUnasked()) {
                free.add(operation);
            }
        }
        atWork = owned;
        return free;
    }

    /** The operation that a proxy works on and that has this lock, for people; some seconds old. Any thread. */
    public Optional<String> withLock(String lock) {
        return Optional.ofNullable(atWork.get(lock));
    }

    /** An entry that can't be read, such as one of another version, keeps nobody from the others. */
    private Optional<Operation> read(long number) {
        try {
            return journal.read(number);
        } catch (StoreUnavailable e) {
            log.debug("An operation can't be read", e);
            return Optional.empty();
        }
    }

    private boolean isRunning(Operation operation) {
        State state = operation.progress().state();
        if (state.isOver()) {
            over.add(operation.number());
        }
        return state == State.RUNNING;
    }

    private boolean isFree(Operation operation) {
        try {
            return !journal.isLocked(operation.task());
        } catch (StoreUnavailable e) {
            return false;
        }
    }

    private void takeUp(Operation operation) throws StoreUnavailable {
        Progress progress = operation.progress();
        int before = Integer.parseInt(progress.facts().getOrDefault(RunningOperation.TAKEOVERS, "0"));
        boolean waitsOn = progress.isInLine() && !progress.isToBeGivenUp() && !runners.hasRoom(operation.task());
        if (before >= MOST_TAKEOVERS || waitsOn || !runners.isAble(operation)) {
            return;
        }
        try {
            // One that waits in line hasn't ended a proxy.
            int takeovers = progress.isInLine() ? before : before + 1;
            Operation counted =
                    journal.write(operation, progress.withFact(RunningOperation.TAKEOVERS, String.valueOf(takeovers)));
            log.atWarn()
                    .addKeyValue("operation", operation.number())
                    .addKeyValue("statement", operation.task().logged())
                    .addKeyValue("proxy", progress.proxy())
                    .log("An operation was left by its proxy, and goes on here");
            // One whose proxy has died before it was given up is given up here.
            var unused = (progress.isToBeGivenUp() ? runners.cancel(counted) : runners.resume(counted))
                    .handle((done, failure) -> {
                        if (failure != null) {
                            log.atWarn()
                                    .addKeyValue("operation", operation.number())
                                    .addKeyValue("cause", failure.getMessage())
                                    .log("An operation that was left by its proxy can't go on");
                        }
                        forgive(operation.number());
                        return done;
                    });
        } catch (VersionConflict another) {
            log.debug("Another proxy has taken the operation up", another);
        }
    }

    /** A try that hasn't ended this proxy, and after which nobody has the operation, doesn't count. */
    private void forgive(long number) {
        try {
            Operation now = journal.read(number).orElse(null);
            if (now != null && now.progress().state() == State.RUNNING && isFree(now)) {
                int tries = Integer.parseInt(now.progress().facts().getOrDefault(RunningOperation.TAKEOVERS, "1"));
                journal.write(
                        now,
                        now.progress().withFact(RunningOperation.TAKEOVERS, String.valueOf(Math.max(0, tries - 1))));
            }
        } catch (StoreUnavailable | VersionConflict e) {
            log.debug("A try to go on with an operation can't be taken back", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
