package io.pinion.operations.move;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A move's entry in the journal, for the holder of its lock. Blocks; for one thread. */
final class MoveEntry {
    private static final Logger log = LoggerFactory.getLogger(MoveEntry.class);

    private static final String PHASE = "phase";
    private static final String ATTEMPT = "attempt";
    private static final String BACK_PREPARED = "BACK.prepared";
    private static final long CHANGE_AGAIN_MILLIS = 50;
    private static final long PAUSE_STEP_MILLIS = 100;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final OperationJournal journal;
    private final HandOvers handOvers;
    private Operation operation;
    private long looked = System.nanoTime();

    /** @param handOvers of this proxy */
    MoveEntry(OperationJournal journal, HandOvers handOvers, Operation operation) {
        this.journal = journal;
        this.handOvers = handOvers;
        this.operation = operation;
    }

    /** The first progress of a new move. */
    static Progress first(Move task, String proxy) {
        return anew(Progress.beginning(task.last() - task.first() + 1, proxy, Instant.now())
                .withFact(PHASE, Phase.CHECKED.name()));
    }

    long number() {
        return operation.number();
    }

    Operation operation() {
        return operation;
    }

    /** The hand-overs of this proxy; each hand-over must be counted there. */
    HandOvers handOvers() {
        return handOvers;
    }

    Phase phase() {
        return phase(operation);
    }

    static Phase phase(Operation move) {
        return Phase.valueOf(move.progress().facts().getOrDefault(PHASE, Phase.CHECKED.name()));
    }

    /** Enters a phase; call this before anything of it is done. */
    void enter(Phase phase, String step) throws MoveRefused {
        ShardSet done = phase.hasMoved() ? shards() : ShardSet.NONE;
        write(progress ->
                progress.withFact(PHASE, phase.name()).withStep(step).withShards(done, ShardSet.NONE, Map.of()));
    }

    private ShardSet shards() {
        return operation.task() instanceof Move(String keyspace, int first, int last, String from, String to)
                ? ShardSet.parse(first + "-" + last)
                : ShardSet.NONE;
    }

    /** Enters a step; call this before anything of it is done. */
    void step(String step) throws MoveRefused {
        write(progress -> progress.withStep(step));
    }

    /** @throws MoveRefused when another proxy works on it by now */
    void confirm() throws MoveRefused {
        write(progress -> progress);
    }

    // --- facts for a resumed run

    /** The beginning of a channel: a place in the binary log of its source, and the source's position there. */
    record Beginning(BinlogPlace place, Position position) {}

    /** Notes where the channel of this direction begins. */
    void begins(Direction direction, Beginning beginning) throws MoveRefused {
        write(progress -> progress.withFact(
                        direction + ".place", beginning.place().toString())
                .withFact(direction + ".position", beginning.position().gtids()));
    }

    Beginning beginning(Direction direction) throws MoveRefused {
        return beginning(operation, direction)
                .orElseThrow(() -> new MoveRefused(
                        "the journal doesn't say from where " + direction.channel(number()) + " follows"));
    }

    static Optional<Beginning> beginning(Operation move, Direction direction) {
        Map<String, String> facts = move.progress().facts();
        return Optional.ofNullable(facts.get(direction + ".place"))
                .map(place -> new Beginning(
                        BinlogPlace.parse(place), new Position(facts.getOrDefault(direction + ".position", ""))));
    }

    /** Notes that servers of the new pair may have a fence; call this before the first is made. */
    void preparesRollback() throws MoveRefused {
        write(progress -> progress.withFact(BACK_PREPARED, "true"));
    }

    /** Whether servers of the new pair may have a fence. */
    boolean mayHavePreparedRollback() {
        return operation.progress().facts().containsKey(BACK_PREPARED);
    }

    /**
     * Waits until no change of tables of the keyspace runs, and no opening that adds shards to it: both hold statements
     * too. Each side writes its entry first and then looks for the other's, so an operation that begins from now on
     * sees this entry and waits.
     *
     * @throws MoveRefused after {@code timeout}; nothing has been done
     */
    void awaitNoOther(Duration timeout) throws MoveRefused {
        long end = System.nanoTime() + timeout.toNanos();
        Optional<Operation> change = inTheWay();
        while (change.isPresent()) {
            if (System.nanoTime() > end) {
                throw new MoveRefused(change.get().name()
                        + (change.get().task() instanceof Task.Opening
                                ? " adds shards to the keyspace"
                                : " changes tables of these shards")
                        + ": RESUME OPERATION " + number() + " when it has ended");
            }
            try {
                TimeUnit.MILLISECONDS.sleep(CHANGE_AGAIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new MoveRefused("interrupted while tables are being changed");
            }
            change = inTheWay();
        }
    }

    private Optional<Operation> inTheWay() throws MoveRefused {
        try {
            return journal.list().stream()
                    .filter(other -> isRunningChange(other) || isPublishedOpening(other))
                    .findFirst();
        } catch (StoreUnavailable e) {
            throw new MoveRefused("the journal can't be read: " + e.getMessage());
        }
    }

    private boolean isRunningChange(Operation other) {
        return other.task() instanceof Task.TableChange
                && other.progress().state() == State.RUNNING
                && other.task().keyspace().equals(operation.task().keyspace());
    }

    private boolean isPublishedOpening(Operation other) {
        return other.task() instanceof Task.Opening
                && other.isPublishing(operation.task().keyspace());
    }

    // --- writing

    private void write(UnaryOperator<Progress> change) throws MoveRefused {
        try {
            operation = journal.write(operation, change.apply(operation.progress()));
        } catch (VersionConflict e) {
            operation = asked();
            writeAgain(change);
        } catch (StoreUnavailable e) {
            throw unwritten(e);
        }
    }

    private void writeAgain(UnaryOperator<Progress> change) throws MoveRefused {
        try {
            operation = journal.write(operation, change.apply(operation.progress()));
        } catch (VersionConflict | StoreUnavailable e) {
            throw unwritten(e);
        }
    }

    private static MoveRefused unwritten(Exception e) {
        return new MoveRefused("the journal can't be written: " + e.getMessage());
    }

    /** The present entry, if only a wish to cancel has changed it. */
    private Operation asked() throws MoveRefused {
        try {
            Operation now = journal.read(number()).orElseThrow(() -> new MoveRefused("the journal has lost it"));
            if (!attempt(now).equals(attempt(operation)) || now.progress().state() != State.RUNNING) {
                throw new MoveRefused("proxy " + now.progress().proxy() + " has taken it over (SHOW OPERATIONS)");
            }
            return now;
        } catch (StoreUnavailable e) {
            throw unwritten(e);
        }
    }

    /** The id of a run, since the same proxy may have begun another one. */
    private static String attempt(Operation operation) {
        return operation.progress().facts().getOrDefault(ATTEMPT, "");
    }

    /** The progress with the id of a new run. */
    static Progress anew(Progress progress) {
        return progress.withFact(ATTEMPT, UUID.randomUUID().toString());
    }

    /** Throws when a cancel is asked for; call this between steps. Reads the journal at most once a second. */
    void endIfAsked() throws MoveRefused {
        if (System.nanoTime() - looked > LOOK_EVERY.toNanos()) {
            looked = System.nanoTime();
            operation = asked();
        }
        if (operation.progress().cancelAsked()) {
            throw MoveRefused.cancelled();
        }
    }

    /** Waits, and throws when a cancel is asked for. */
    void pause(Duration time) throws MoveRefused {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            endIfAsked();
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_STEP_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a move, which ends when it is asked to", e);
            }
        }
    }

    /** Whether long work must end: a cancel is asked for, or the lock is lost. */
    boolean isUnwanted(TaskLock lock) {
        try {
            endIfAsked();
            return !lock.isHeldWithin(TaskLock.PATIENTLY);
        } catch (MoveRefused e) {
            return true;
        }
    }

    /** Writes the result. When ZooKeeper is away, a resumed run finds the result out from the servers. */
    void end(State state, String step, String error) {
        try {
            write(progress -> progress.withStep(step).withState(state, error));
        } catch (MoveRefused e) {
            log.atWarn()
                    .addKeyValue("operation", number())
                    .addKeyValue("state", state)
                    .addKeyValue("cause", e.getMessage())
                    .log("The end of a move can't be written into the journal");
        }
    }
}
