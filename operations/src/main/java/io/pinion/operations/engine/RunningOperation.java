package io.pinion.operations.engine;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.SureLock;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt of an operation in the journal, for the holder of its lock. Every write fails once another attempt has
 * taken the operation over: then this one must end. Thread-safe; blocks.
 */
public final class RunningOperation {
    private static final Logger log = LoggerFactory.getLogger(RunningOperation.class);

    /** Other writers only ask for the end, which doesn't come often. */
    private static final int MOST_CONFLICTS = 20;

    /** MySQL's ER_QUERY_INTERRUPTED. */
    static final int INTERRUPTED = 1317;

    /** The fact that counts the proxies that have taken an operation up without being asked. */
    static final String TAKEOVERS = "takeovers";

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration TELL_EVERY = Duration.ofSeconds(1);
    private static final long PAUSE_STEP_MILLIS = 50;

    private final OperationJournal journal;
    private final TaskLock lock;
    private final List<String> steps;
    private final BooleanSupplier stopAsked;
    private final BooleanSupplier unwanted;
    private final boolean resumed;
    private Operation operation;

    /** What this attempt has changed since its last write; {@link #operation} has it already. */
    private final List<UnaryOperator<Progress>> unwritten = new ArrayList<>();

    private long looked = System.nanoTime();
    private long told = System.nanoTime();

    /**
     * @param steps the names of the workflow's steps, in order
     * @param resumed whether an earlier attempt came before
     * @param stopAsked whether this proxy is stopping
     * @param unwanted whether the client that waits for it has given it up (KILL)
     */
    RunningOperation(
            OperationJournal journal,
            TaskLock lock,
            Operation operation,
            List<String> steps,
            boolean resumed,
            BooleanSupplier stopAsked,
            BooleanSupplier unwanted) {
        this.journal = journal;
        this.lock = lock;
        this.operation = operation;
        this.steps = List.copyOf(steps);
        this.resumed = resumed;
        this.stopAsked = stopAsked;
        this.unwanted = unwanted;
    }

    public synchronized Operation operation() {
        return operation;
    }

    public synchronized Progress progress() {
        return operation.progress();
    }

    public synchronized long number() {
        return operation.number();
    }

    public boolean isResumed() {
        return resumed;
    }

    /** Whether its steps are only shown: no journal has it, and no lock is held. */
    public boolean isExplained() {
        return lock == SureLock.NONE;
    }

    public TaskLock lock() {
        return lock;
    }

    /** The mark of this operation's connections to servers. */
    public WorkMark mark() {
        return WorkMark.ofOperation(number());
    }

    // --- what the journal says

    /** Enters a step, before anything of it is done. */
    public void enter(String step) throws OperationRefused {
        update(progress -> steps.indexOf(step) > furthest(progress)
                ? progress.in(step)
                : progress.withStep(step).withDetail(""));
    }

    /** Enters a step to which the operation has gone back: nothing of any later one is left. */
    public void enterAgain(String step) throws OperationRefused {
        update(progress -> progress.in(step).withoutHandOver());
    }

    /** Whether anything of a step may have been done, by this attempt or by an earlier one. */
    public synchronized boolean mayHaveBegun(String step) {
        return steps.indexOf(step) <= furthest();
    }

    /** The place among the steps of the last one of which anything may have been done; -1 before the first. */
    synchronized int furthest() {
        return furthest(operation.progress());
    }

    private int furthest(Progress progress) {
        return steps.indexOf(progress.furthest());
    }

    /** Enters how far the present step is, for people. */
    public void tell(String detail) throws OperationRefused {
        update(progress -> progress.withDetail(detail));
    }

    /** The same for what changes all the time: entered once a second at most. */
    public void tellNowAndThen(String detail) throws OperationRefused {
        synchronized (this) {
            if (System.nanoTime() - told < TELL_EVERY.toNanos()) {
                return;
            }
            told = System.nanoTime();
        }
        tell(detail);
    }

    /** The same where nobody can be told that it fails: {@link #requireMayGoOn} finds that out soon. */
    public void tellIfMine(String detail) {
        try {
            tellNowAndThen(detail);
        } catch (OperationRefused e) {
            log.debug("The progress of an operation can't be written", e);
        }
    }

    /** Enters what a resumed attempt must know; call this before it is needed. */
    public void note(String name, String value) throws OperationRefused {
        update(progress -> progress.withFact(name, value));
    }

    public synchronized Optional<String> noted(String name) {
        return Optional.ofNullable(operation.progress().facts().get(name));
    }

    /** Writes the present entry again: whoever ran the operation before can write nothing any more. */
    public void confirm() throws OperationRefused {
        update(progress -> progress);
    }

    /** The same for a caller that goes on while ZooKeeper is away. */
    void confirmInStore() throws OperationRefused, StoreUnavailable {
        write(progress -> progress);
    }

    /** @param change is applied again when somebody has asked for the end meanwhile */
    public void update(UnaryOperator<Progress> change) throws OperationRefused {
        try {
            write(change);
        } catch (StoreUnavailable e) {
            throw new OperationRefused("the journal can't be written: " + e.getMessage());
        }
    }

    private synchronized void write(UnaryOperator<Progress> change) throws OperationRefused, StoreUnavailable {
        for (int conflicts = 0; ; conflicts++) {
            try {
                operation = journal.write(operation, change.apply(operation.progress()));
                unwritten.clear();
                return;
            } catch (VersionConflict somebody) {
                operation = mine();
                if (conflicts > MOST_CONFLICTS) {
                    throw new OperationRefused(operation.name() + " is written by somebody else all the time");
                }
            }
        }
    }

    /**
     * Changes the progress without a write of its own, for what changes all the time and can be found out again: the
     * next write enters it, at the latest that of the attempt's end.
     *
     * @param change is applied again when somebody has asked for the end meanwhile
     */
    public synchronized void later(UnaryOperator<Progress> change) {
        unwritten.add(change);
        operation = operation.with(change.apply(operation.progress()));
    }

    /** The entry as it is now, with what is unwritten, as long as nobody has taken the operation over. */
    private Operation mine() throws OperationRefused, StoreUnavailable {
        Operation now = journal.read(operation.number())
                .orElseThrow(() -> new OperationRefused("the journal has lost " + operation.name()));
        if (!now.progress().attempt().equals(operation.progress().attempt())
                || now.progress().state() != State.RUNNING) {
            throw new OperationRefused(
                    "proxy " + now.progress().proxy() + " has taken " + now.name() + " over (SHOW OPERATIONS)");
        }
        Progress progress = now.progress();
        for (UnaryOperator<Progress> change : unwritten) {
            progress = change.apply(progress);
        }
        return now.with(progress);
    }

    /** What is made for one shard. */
    public interface Making {
        void of(int shard) throws SQLException, OperationRefused;
    }

    /**
     * Makes something for each of these shards, and enters of which it is begun and done.
     *
     * @param atOnce how many shards are entered by one write
     */
    public void makeEach(List<Integer> missing, int atOnce, Making making) throws SQLException, OperationRefused {
        List<Integer> made = List.of();
        for (int from = 0; from < missing.size(); from += atOnce) {
            List<Integer> next = missing.subList(from, Math.min(missing.size(), from + atOnce));
            enterShards(made, next);
            requireMayGoOn();
            for (int shard : next) {
                making.of(shard);
            }
            made = next;
        }
        enterShards(made, List.of());
    }

    private void enterShards(List<Integer> made, List<Integer> next) throws OperationRefused {
        update(now ->
                now.withShards(now.done().with(made), now.begun().with(next).without(made), Map.of()));
    }

    // --- whether it may go on

    /**
     * To be called between any two pieces of work. Looks into the journal once a second at most.
     *
     * @throws OperationCancelled when somebody has asked for the end
     * @throws ProxyStopping when this proxy is stopping
     * @throws OperationRefused also when the client that waits for it was killed
     */
    public void requireMayGoOn() throws OperationRefused {
        look();
        requireHeld(TaskLock.PATIENTLY);
        if (progress().cancelAsked()) {
            throw new OperationCancelled();
        }
        if (stopAsked.getAsBoolean()) {
            throw new ProxyStopping();
        }
        if (unwanted.getAsBoolean()) {
            throw new OperationRefused(
                    INTERRUPTED, "70100", "Query execution was interrupted", OperationRefused.Leaves.AS_BEFORE);
        }
    }

    /** {@link #requireMayGoOn} before the drop of one of many databases. */
    public void requireMayDrop(String database) throws OperationRefused {
        tellNowAndThen("dropping " + database);
        requireMayGoOn();
    }

    private synchronized void look() throws OperationRefused {
        if (System.nanoTime() - looked < LOOK_EVERY.toNanos()) {
            return;
        }
        looked = System.nanoTime();
        try {
            operation = mine();
        } catch (StoreUnavailable e) {
            throw new OperationRefused("the journal can't be read: " + e.getMessage());
        }
    }

    /** The same as a question, for work that is steered by others. */
    public boolean mayGoOn() {
        try {
            requireMayGoOn();
            return true;
        } catch (OperationRefused e) {
            return false;
        }
    }

    /** Whether this proxy is stopping. */
    public boolean isStopping() {
        return stopAsked.getAsBoolean();
    }

    /** Requires the lock, so that no other proxy works on the same. */
    public void requireHeld(Duration timeout) throws OperationRefused {
        if (!lock.isHeldWithin(timeout, stopAsked)) {
            if (stopAsked.getAsBoolean()) {
                throw new ProxyStopping();
            }
            throw new OperationRefused("ZooKeeper is away, so that another proxy may work on the same");
        }
    }

    /** Whether the lock is held for certain; waits a moment while that is in doubt. */
    public boolean isHeld() {
        return lock.isHeldWithin(TaskLock.BRIEFLY);
    }

    /** Waits, unless the operation must end. */
    public void pause(Duration time) throws OperationRefused {
        long end = System.nanoTime() + time.toNanos();
        do {
            requireMayGoOn();
            Sleep.ofMillis(Math.min(PAUSE_STEP_MILLIS, Math.max(1, time.toMillis())));
        } while (System.nanoTime() - end < 0);
    }

    // --- its end

    /**
     * Enters the end. When ZooKeeper is away, a later attempt finds out by looking.
     *
     * @return whether it is entered
     */
    boolean end(State state, String why) {
        return end(progress -> (state.isOver() ? progress.withStep("") : progress.withoutHandOver())
                .withDetail("")
                .withState(state, why));
    }

    /**
     * Enters that it waits for its end: nothing of an ending is left.
     *
     * @param last the last step of the way forth
     * @param words for people
     */
    void await(String last, String words, String why) {
        end(progress -> progress.in(last).withStep("").withDetail(words).withState(State.WAITING, why));
    }

    /** Enters what is unwritten, for another proxy that goes on; a proxy that takes leave has not died of it. */
    synchronized void leave() {
        if (noted(TAKEOVERS).isPresent()) {
            later(progress -> progress.withFact(TAKEOVERS, "0"));
        }
        try {
            if (!unwritten.isEmpty() && isHeld()) {
                confirm();
            }
        } catch (OperationRefused e) {
            log.atWarn()
                    .addKeyValue("operation", number())
                    .addKeyValue("cause", e.getMessage())
                    .log("The progress of an operation can't be written into the journal");
        }
    }

    private boolean end(UnaryOperator<Progress> change) {
        try {
            if (lock.isHeldWithin(TaskLock.PATIENTLY)) {
                update(change);
                return true;
            }
        } catch (OperationRefused e) {
            log.atWarn()
                    .addKeyValue("operation", number())
                    .addKeyValue("state", change.apply(progress()).state())
                    .addKeyValue("cause", e.getMessage())
                    .log("The end of an operation can't be written into the journal");
        }
        return false;
    }
}
