package io.pinion.operations.engine;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.SureLock;
import io.pinion.operations.journal.Task;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the operations of one workflow: under the lock of their task, each step entered in the journal before it is
 * done, from wherever an earlier attempt has ended. Thread-safe; stages fail with a message for people.
 *
 * @param <T> what was asked for
 * @param <R> what its steps work with
 * @param <A> the answer for whoever asked
 */
public final class OperationRunner<T extends Task, R extends Attempt<A>, A extends OperationAnswer>
        implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OperationRunner.class);

    /** More than the 15 s after which ZooKeeper ends the session of a proxy that has died, by default. */
    private static final Duration ENDING = Duration.ofSeconds(20);

    /** An opener of a primary locks a pair as long as some statements take, and so does a verification mostly. */
    private static final Duration MOMENTS = Duration.ofSeconds(10);

    /** The pause between two looks for an operation that has begun while its lock was waited for. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** An operation says in the journal that it waits, and a moment later its lock is free. */
    private static final Duration UNLOCKING = Duration.ofSeconds(5);

    /** How long a proxy that stops waits for attempts to come to a place where another proxy can go on. */
    private static final Duration STOPPING = Duration.ofSeconds(15);

    private final Workflow<T, R, A> workflow;
    private final OperationKind<T> kind;
    private final OperationServices services;
    private final OperationJournal journal;
    private final AttemptRunner<T, R, A> attempts;
    private final KnownRoles roles;
    private final UsedSettings<T> settings;
    private final Workers workers;
    private final Turns turns;
    private final Workers cancelling;
    private volatile boolean stopAsked;

    public OperationRunner(Workflow<T, R, A> workflow, OperationServices services) {
        this.workflow = workflow;
        this.kind = workflow.kind();
        this.services = services;
        this.journal = services.journal();
        journal.learn(kind.task());
        this.attempts = new AttemptRunner<>(workflow, journal);
        this.roles = new KnownRoles(services.running(), services.store());
        this.settings = new UsedSettings<>(workflow, services);
        this.workers = kind.workers("");
        this.turns = new Turns("pinion-" + kind.name() + "-run", kind.atATime(), kind.mostWaiting());
        this.cancelling = kind.workers("-cancel");
    }

    /** Does something on a thread of this workflow. */
    public <V> CompletionStage<V> ask(Callable<V> work) {
        return workers.ask(work);
    }

    /**
     * Answers EXPLAIN on a thread of this workflow.
     *
     * @param work makes the task and explains it; a refusal says that the operation would be refused
     */
    public CompletionStage<List<PlannedAction>> explained(Callable<List<PlannedAction>> work) {
        return workers.ask(() -> {
            try {
                return work.call();
            } catch (OperationRefused e) {
                throw e.told("it would be refused: " + e.getMessage());
            } catch (SQLException e) {
                throw new OperationRefused("it would be refused: " + e.getMessage());
            }
        });
    }

    // --- to begin

    /**
     * Locks what a task changes, for somebody who asks, and makes sure that this proxy knows the roles of its servers.
     * Whoever has it for moments, as one who opens a primary, is waited for; an operation that runs is not. So what was
     * read before the call may have changed since. Blocks.
     */
    public TaskLock locked(T task) throws OperationRefused, StoreUnavailable {
        long end = System.nanoTime() + MOMENTS.toNanos();
        Optional<TaskLock> lock = journal.lock(task);
        while (lock.isEmpty() && !stopAsked && System.nanoTime() - end < 0 && !journal.runsOn(task)) {
            lock = journal.lockWithin(task, LOOK_AGAIN);
        }
        return known(task, lock, KnownRoles.ON_ITS_WAY);
    }

    /**
     * The same with another timeout for whoever has it, operations included.
     *
     * @param timeout how long to wait for another holder
     */
    public TaskLock locked(T task, Duration timeout) throws OperationRefused, StoreUnavailable {
        return locked(task, timeout, KnownRoles.ON_ITS_WAY);
    }

    /** @param behind how long this proxy's topology may differ from the stored one */
    public TaskLock locked(T task, Duration timeout, Duration behind) throws OperationRefused, StoreUnavailable {
        return known(task, journal.lockWithin(task, timeout), behind);
    }

    private TaskLock known(T task, Optional<TaskLock> lock, Duration behind) throws OperationRefused, StoreUnavailable {
        if (lock.isEmpty()) {
            throw inUse(task);
        }
        try {
            requireRoles(task, behind);
            return lock.get();
        } catch (StoreUnavailable | RuntimeException e) {
            lock.get().close();
            throw e;
        }
    }

    private OperationRefused inUse(T task) throws StoreUnavailable {
        return new OperationRefused(task.subject() + " is in use: " + journal.holderOf(task));
    }

    /** Refuses what {@link #locked} would refuse, since an operation runs there, for a caller that takes no lock. Blocks. */
    public void requireNoneRuns(T task) throws OperationRefused, StoreUnavailable {
        if (journal.runsOn(task) && journal.isLocked(task)) {
            throw inUse(task);
        }
    }

    /** @param behind how long this proxy's topology may differ from the stored one */
    private void requireRoles(T task, Duration behind) throws OperationRefused, StoreUnavailable {
        roles.require(behind, workflow.pairs(task).toArray(String[]::new));
    }

    /** The operations that keep a task from beginning are refused by their names. Blocks. */
    public void requireNoOther(T task) throws OperationRefused, StoreUnavailable {
        for (Operation other : journal.list()) {
            if (!other.progress().state().isOver() && other.touches(task) && workflow.isInTheWay(other, task)) {
                throw unfinished(other);
            }
        }
    }

    /**
     * An operation of this kind that has broken off, or whose proxy has died: whoever asks for the same once more, and
     * holds the lock, goes on with it. Blocks.
     */
    public Optional<Operation> brokenOff(Predicate<T> same) throws StoreUnavailable {
        return journal.list().stream()
                .filter(operation -> operation.progress().state().isUnfinished())
                .filter(operation -> does(operation.task()) && same.test(task(operation)))
                .findFirst();
    }

    /** Says how to end an operation first. */
    public static OperationRefused unfinished(Operation other) {
        Progress progress = other.progress();
        boolean waits = progress.state() == State.WAITING;
        boolean ofShards = progress.total() > 0 && !other.task().keyspace().isEmpty();
        String far =
                ofShards && !waits ? ", done on " + progress.done().size() + " of " + progress.total() + " shards" : "";
        return new OperationRefused(other.name() + " is unfinished" + far + ": " + other.wayOut());
    }

    /** Enters a new operation and runs it to its end. Blocks; the caller holds the lock, and releases it. */
    public A begin(T task, Origin origin, Progress first, TaskLock lock) throws OperationRefused, StoreUnavailable {
        return begin(task, origin, first, lock, () -> false);
    }

    /** @param unwanted whether the client that waits for it has given it up */
    public A begin(T task, Origin origin, Progress first, TaskLock lock, BooleanSupplier unwanted)
            throws OperationRefused, StoreUnavailable {
        Operation operation = journal.create(task, origin, first.inAnotherAttempt());
        return attempts.run(task, Way.FORTH, running(operation, task, Way.FORTH, lock, false, unwanted));
    }

    /**
     * The same in the place of one of the same kind that has broken off, and ends thereby. What it had done is for the
     * new one to know.
     *
     * @param first has what the new one must know of the work of the one before
     * @param why the end of the one before, for people
     */
    public A beginInstead(Operation before, T task, Origin origin, Progress first, TaskLock lock, String why)
            throws OperationRefused, StoreUnavailable {
        // In this order, so that the journal has the work of the one before at any moment.
        Operation operation = journal.create(task, origin, first.inAnotherAttempt());
        running(before, task(before), Way.FORTH, lock, true, () -> false).end(State.CANCELLED, why);
        return attempts.run(task, Way.FORTH, running(operation, task, Way.FORTH, lock, false, () -> false));
    }

    /** What is looked at before an operation begins, for a refusal that leaves no entry in the journal. */
    @FunctionalInterface
    public interface Beforehand {
        void look(Origin origin) throws OperationRefused, SQLException, StoreUnavailable;
    }

    /**
     * Locks what a task changes, and enters it as a new operation, which goes on in the background. Blocks until it is
     * entered.
     *
     * @param user who asks
     * @param total how many shards it is about; 0 when it isn't counted in shards
     * @param not what a refusal under the lock begins with, such as "not moved"
     */
    public Operation beginInBackground(T task, String user, int total, String not, Beforehand beforehand)
            throws OperationRefused, StoreUnavailable {
        TaskLock lock = locked(task);
        try {
            Origin origin = Origin.of(user, Account.OPERATOR);
            beforehand.look(origin);
            Progress first = settings.entered(task, services.beginning(total));
            Operation operation = journal.create(task, origin, first.inAnotherAttempt());
            RunningOperation run = running(operation, task, Way.FORTH, lock, false, () -> false);
            inBackground(task, Way.FORTH, run);
            return run.operation();
        } catch (OperationRefused | StoreUnavailable | SQLException | RuntimeException e) {
            lock.close();
            throw new OperationRefused(not + ": " + e.getMessage());
        }
    }

    private void inBackground(T task, Way way, RunningOperation operation) throws OperationRefused {
        if (turns.runs(() -> {
            try {
                runToItsEnd(task, way, operation);
            } finally {
                operation.lock().close();
            }
        })) {
            return;
        }
        // The lock is free while it waits: it can be cancelled, and a lost primary of its pairs be replaced.
        operation.later(Progress::inLine);
        operation.leave();
        if (turns.linesUp(() -> takeTurn(operation.operation(), task))) {
            operation.lock().close();
            return;
        }
        OperationRefused full = new OperationRefused("proxy " + services.proxy().get()
                + " is stopping, or runs " + kind.atATime() + " of them and " + kind.mostWaiting()
                + " more wait there: try again later, or on another proxy");
        if (operation.isResumed()) {
            // Whoever has room goes on with it.
            throw full;
        }
        throw attempts.ended(task, way, operation, full);
    }

    private void runToItsEnd(T task, Way way, RunningOperation operation) {
        try {
            attempts.run(task, way, operation);
        } catch (OperationRefused e) {
            log.atWarn()
                    .addKeyValue("operation", operation.number())
                    .addKeyValue("cause", e.getMessage())
                    .log("An operation has broken off");
        }
    }

    /** Runs an operation that has waited in line, unless it was cancelled or taken up by another proxy meanwhile. */
    private void takeTurn(Operation waiting, T task) {
        try {
            Optional<TaskLock> lock = Optional.empty();
            while (lock.isEmpty() && !stopAsked && inLine(waiting).isPresent()) {
                lock = journal.lockWithin(task, LOOK_AGAIN);
            }
            if (lock.isPresent()) {
                try (TaskLock held = lock.get()) {
                    takeTurn(waiting, task, held);
                }
            }
        } catch (OperationRefused | StoreUnavailable | VersionConflict | SQLException e) {
            log.atWarn()
                    .addKeyValue("operation", waiting.number())
                    .addKeyValue("cause", e.getMessage())
                    .log("An operation whose turn has come can't run");
        }
    }

    private void takeTurn(Operation waiting, T task, TaskLock lock)
            throws OperationRefused, StoreUnavailable, VersionConflict, SQLException {
        Optional<Operation> now = inLine(waiting);
        if (stopAsked || now.isEmpty()) {
            return;
        }
        if (now.get().progress().isToBeGivenUp()) {
            givenUp(now.get(), task, lock);
            return;
        }
        requireRoles(task, KnownRoles.ON_ITS_WAY);
        Way way = attempts.way(now.get(), task);
        runToItsEnd(task, way, takenOver(now.get(), task, way, lock));
    }

    /** The operation as it is now, if it still waits where it was lined up. */
    private Optional<Operation> inLine(Operation waiting) throws StoreUnavailable {
        return journal.read(waiting.number())
                .filter(now -> now.progress().state() == State.RUNNING
                        && now.progress().isInLine()
                        && now.progress().attempt().equals(waiting.progress().attempt()));
    }

    /** Whether an operation of this kind would run at once on this proxy. */
    boolean hasRoom() {
        return turns.hasRoom();
    }

    /** Whether this proxy has the settings with which an operation of this kind goes on, or is given up. Blocks. */
    boolean isAble(Operation operation) {
        T task = task(operation);
        boolean givesUp = operation.progress().isToBeGivenUp();
        return attempts.way(operation, task) != Way.FORTH
                || settings.lacking(operation, task, givesUp).isEmpty();
    }

    /** What would be done, after the checks with which it begins; in the words of the steps that would run. Blocks. */
    public List<PlannedAction> explain(T task, Origin origin) throws OperationRefused, SQLException, StoreUnavailable {
        return explain(task, origin, Optional.empty());
    }

    /** @param before one that has broken off, in whose place it would begin */
    public List<PlannedAction> explain(T task, Origin origin, Optional<Operation> before)
            throws OperationRefused, SQLException, StoreUnavailable {
        if (before.isEmpty()) {
            requireNoOther(task);
        }
        Operation imagined = new Operation(
                0, task, origin, Progress.beginning(0, services.proxy().get(), origin.started()), 0);
        return planned(imagined, task, Way.FORTH, workflow.steps(task));
    }

    /** What going on with one that has broken off would do: the step that it was in, and those behind it. */
    public List<PlannedAction> explainRest(Operation broken) throws OperationRefused, SQLException {
        T task = task(broken);
        String furthest = broken.progress().furthest();
        List<Step<R>> steps = workflow.steps(task).stream()
                .dropWhile(step -> !furthest.isEmpty() && !step.name().equals(furthest))
                .toList();
        return planned(broken, task, Way.FORTH, steps);
    }

    /** What FINISH OPERATION or REVERT OPERATION would do. */
    public CompletionStage<List<PlannedAction>> explainEnd(Operation operation, Way way) {
        T task = task(operation);
        return workers.ask(() -> plannedEnd(toBeEnded(operation, task, way), task, way));
    }

    private List<PlannedAction> plannedEnd(Operation operation, T task, Way way) throws OperationRefused, SQLException {
        return planned(operation, task, way, attempts.own(task, way));
    }

    private List<PlannedAction> planned(Operation operation, T task, Way way, List<Step<R>> steps)
            throws OperationRefused, SQLException {
        List<PlannedAction> actions = new ArrayList<>();
        try (R attempt =
                workflow.open(task, running(operation, task, way, SureLock.NONE, way != Way.FORTH, () -> false))) {
            Optional<String> over = attempt.isOver();
            if (over.isPresent()) {
                return List.of(new PlannedAction("journal", "", over.get()));
            }
            for (Step<R> step : steps) {
                // What only begins has nothing done; a look may be meant for behind the steps before it.
                if (operation.number() == 0 || !step.isDone().at(attempt)) {
                    actions.addAll(step.plan().of(attempt));
                }
            }
        }
        return actions;
    }

    private RunningOperation running(
            Operation operation, T task, Way way, TaskLock lock, boolean resumed, BooleanSupplier unwanted) {
        List<String> names = attempts.steps(task, way).stream().map(Step::name).toList();
        return new RunningOperation(journal, lock, operation, names, resumed, () -> stopAsked, unwanted);
    }

    // --- to go on

    /**
     * Goes on with an operation of this kind that has broken off, or whose proxy has died, and waits for its end if it
     * doesn't run in the background.
     */
    public CompletionStage<Done> resume(Operation operation) {
        T task = task(operation);
        return workers.ask(() -> {
            if (kind.runsInBackground()) {
                return goOnInBackground(task, () -> unfinishedOnward(operation, task));
            }
            try (TaskLock lock = locked(task, Duration.ZERO)) {
                return goOn(operation, task, lock).outcome(operation.number());
            }
        });
    }

    /** Goes on with an operation, and waits for its end; the caller holds the lock. Blocks. */
    public A goOn(Operation operation, T task, TaskLock lock)
            throws OperationRefused, StoreUnavailable, VersionConflict {
        Operation now = stillUnfinished(operation);
        Way way = attempts.way(now, task);
        return attempts.run(task, way, takenOver(now, task, way, lock));
    }

    /**
     * An operation as it is read under its lock, and the way on which it goes on.
     *
     * @param begin what its entry says from then on
     */
    private record Onward(Operation operation, Way way, UnaryOperator<Progress> begin) {}

    private Done goOnInBackground(T task, Callable<Onward> read) throws Exception {
        TaskLock lock = locked(task, UNLOCKING);
        try {
            Onward onward = read.call();
            inBackground(task, onward.way(), takenOver(onward.operation(), onward.begin(), task, onward.way(), lock));
            return Done.noted(onward.operation().number(), "it goes on (SHOW OPERATIONS)");
        } catch (Exception e) {
            lock.close();
            throw e;
        }
    }

    /** Ends an operation that waits: for good, or by going back. */
    public CompletionStage<Done> end(Operation operation, Way way) {
        T task = task(operation);
        return workers.ask(() -> {
            // One that runs isn't waited for.
            toBeEnded(operation, task, way);
            if (workflow.endsInBackground(way)) {
                return goOnInBackground(task, () -> toBeEndedOnward(operation, task, way));
            }
            try (TaskLock lock = locked(task, UNLOCKING)) {
                Operation now = toBeEnded(operation, task, way);
                return attempts.run(task, way, takenOver(now, task, way, lock)).outcome(operation.number());
            }
        });
    }

    /** Whoever takes it up knows the way by the step. */
    private Onward toBeEndedOnward(Operation operation, T task, Way way)
            throws OperationRefused, SQLException, StoreUnavailable {
        Operation now = toBeEnded(operation, task, way);
        // The steps would refuse it behind the answer to the operator.
        plannedEnd(now, task, way);
        String first = attempts.own(task, way).getFirst().name();
        return new Onward(
                now,
                way,
                attempts.way(now, task) == way
                        ? Progress::goingOn
                        : progress -> progress.goingOn().in(first));
    }

    private Operation toBeEnded(Operation operation, T task, Way way) throws OperationRefused, StoreUnavailable {
        Operation now = journal.read(operation.number())
                .filter(read -> !read.progress().state().isOver())
                .orElseThrow(() -> new OperationRefused(operation.name() + " has ended meanwhile"));
        requireOnItsWay(now, task, way);
        return now;
    }

    private void requireOnItsWay(Operation operation, T task, Way way) throws OperationRefused {
        if (!kind.waitsForItsEnd()) {
            throw new OperationRefused(operation.name() + " is not one that is finished or reverted");
        }
        OperationRefused.requireNone(workflow.noWay(task, way));
        boolean waits = operation.progress().state() == State.WAITING;
        if (!waits && attempts.way(operation, task) != way) {
            throw new OperationRefused(operation.name() + " doesn't wait for that: it is "
                    + operation.progress().words() + " (SHOW OPERATIONS)");
        }
    }

    /** Lets an operation hand over that waits for the word, or will: the proxy that runs it reads it in the journal. */
    public CompletionStage<Done> handOver(Operation operation) {
        T task = task(operation);
        return workers.ask(() -> {
            // The steps would refuse it behind the answer to the operator.
            plannedHandOver(operation, task);
            journal.ask(() -> onRequest(operation, task), Progress::withHandOverAsked);
            return Done.noted(operation.number(), "it hands over (SHOW OPERATIONS)");
        });
    }

    /** The steps that {@link #handOver} lets go on. */
    public CompletionStage<List<PlannedAction>> explainHandOver(Operation operation) {
        T task = task(operation);
        return workers.ask(() -> plannedHandOver(operation, task));
    }

    private List<PlannedAction> plannedHandOver(Operation operation, T task)
            throws OperationRefused, SQLException, StoreUnavailable {
        Operation now = onRequest(operation, task);
        String awaiting = workflow.onRequest(task).orElseThrow();
        List<Step<R>> left = attempts.own(task, Way.FORTH).stream()
                .dropWhile(step -> !step.name().equals(awaiting))
                .skip(1)
                .toList();
        return planned(now, task, Way.FORTH, left);
    }

    private Operation onRequest(Operation operation, T task) throws OperationRefused, StoreUnavailable {
        if (workflow.onRequest(task).isEmpty()) {
            throw new OperationRefused(operation.name() + " is not one that hands over on request");
        }
        Operation now = notBeyond(stillUnfinished(operation), task);
        if (now.progress().state() == State.FAILED) {
            throw new OperationRefused(
                    now.name() + " has broken off: RESUME OPERATION " + now.number() + " goes on with it first");
        }
        return now;
    }

    /** Whether this runs operations of the task's kind. */
    public boolean does(Task task) {
        return kind.task().isInstance(task);
    }

    private T task(Operation operation) {
        return kind.task().cast(operation.task());
    }

    private RunningOperation takenOver(Operation now, T task, Way way, TaskLock lock)
            throws StoreUnavailable, VersionConflict {
        return takenOver(now, Progress::goingOn, task, way, lock);
    }

    private RunningOperation takenOver(Operation now, UnaryOperator<Progress> purpose, T task, Way way, TaskLock lock)
            throws StoreUnavailable, VersionConflict {
        Progress next = purpose.apply(now.progress()
                .resumed(now.progress().total(), services.proxy().get())
                .withoutCancelAsked()
                .inAnotherAttempt());
        return running(journal.write(now, next), task, way, lock, true, () -> false);
    }

    /** Read again: somebody may have ended it before the lock was free. */
    private Operation stillUnfinished(Operation operation) throws OperationRefused, StoreUnavailable {
        Operation now = journal.read(operation.number())
                .filter(read -> !read.progress().state().isOver())
                .orElseThrow(() -> new OperationRefused(operation.name() + " has ended meanwhile"));
        if (now.progress().state() == State.WAITING) {
            throw new OperationRefused(now.name() + " has done its work, and waits: FINISH OPERATION " + now.number()
                    + " ends it for good, REVERT OPERATION " + now.number() + " goes back");
        }
        return now;
    }

    private Onward unfinishedOnward(Operation operation, T task) throws OperationRefused, StoreUnavailable {
        Operation now = stillUnfinished(operation);
        Way way = attempts.way(now, task);
        if (way == Way.FORTH) {
            settings.require(now, task, false);
        }
        return new Onward(now, way, Progress::goingOn);
    }

    // --- to give up

    /**
     * Gives an operation of this kind up, and undoes its work. One that runs is asked to end, wherever it runs, and this
     * waits for it.
     */
    public CompletionStage<Done> cancel(Operation operation) {
        T task = task(operation);
        return cancelling.ask(() -> {
            Optional<TaskLock> free = journal.lock(task);
            if (free.isEmpty()) {
                journal.ask(() -> notBeyond(stillUnfinished(operation), task), Progress::withCancelAsked);
                free = journal.lockWithin(task, ENDING);
            }
            if (free.isEmpty()) {
                throw new OperationRefused("proxy " + operation.progress().proxy()
                        + " runs it, and ends it before its next step; should SHOW OPERATIONS say that it is interrupted, CANCEL"
                        + " OPERATION " + operation.number() + " again");
            }
            try (TaskLock lock = free.get()) {
                return givenUp(operation, task, lock).outcome(operation.number());
            }
        });
    }

    /** An operation that has reached its purpose, or is on a way from there, isn't given up. */
    private Operation notBeyond(Operation operation, T task) throws OperationRefused {
        Way way = attempts.way(operation, task);
        if (way != Way.FORTH) {
            throw new OperationRefused(operation.name() + " is ending already: RESUME OPERATION " + operation.number());
        }
        return operation;
    }

    private A givenUp(Operation operation, T task, TaskLock lock)
            throws OperationRefused, StoreUnavailable, VersionConflict, SQLException {
        requireRoles(task, KnownRoles.ON_ITS_WAY);
        Optional<Operation> read = journal.read(operation.number());
        boolean undone =
                read.filter(now -> now.progress().state() == State.CANCELLED).isPresent();
        if (!undone) {
            settings.require(operation, task, true);
        }
        RunningOperation running = undone
                ? running(read.get(), task, Way.FORTH, lock, true, () -> false)
                : takenOver(notBeyond(stillUnfinished(operation), task), Progress::givingUp, task, Way.FORTH, lock);
        // The reasons of shards that have refused it stay: nothing runs there again.
        read.ifPresent(before -> running.later(progress -> progress.withShards(
                progress.done(), progress.begun(), before.progress().failed())));
        return attempts.giveUp(task, running, undone);
    }

    /** Asks attempts that run to end at their next step, where another proxy goes on. Doesn't wait. */
    public void stop() {
        stopAsked = true;
    }

    /** The same, and waits for them for a while. */
    @Override
    public void close() {
        stop();
        cancelling.close(STOPPING);
        workers.close(STOPPING);
        turns.close(STOPPING);
    }
}
