package io.pinion.operations.move;

import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyBounds;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.promotion.KnownRoles;
import io.pinion.operations.promotion.Proxies;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The moves of shards that this proxy runs. A move goes on in the background for as long as copying takes; the call
 * that begins it is answered at its beginning. Thread-safe; no call blocks.
 */
public final class Moves implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Moves.class);

    private static final String MOVED = "; FINISH OPERATION drops the old copy, REVERT OPERATION goes back";

    private static final String GIVEN_UP = "given up";

    /** More than the 15 s after which ZooKeeper ends the session of a proxy that has died, by default. */
    private static final Duration ENDING = Duration.ofSeconds(20);

    /** The step of a move that has begun and waits for others to end. */
    private static final String IN_LINE = "waiting for its turn";

    private static final int AT_A_TIME = 4;
    private static final int MAX_WAITING = 16;

    /** The timeout for a silent server, beyond a step's own wait. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** The longest wait for a hand-over at the end of the process; after it a resumed run goes on. */
    private static final Duration LONGEST_HAND_OVER = Duration.ofSeconds(15);

    private final Supplier<Topology> topology;
    private final KnownRoles roles;
    private final TopologyStore store;
    private final OperationJournal journal;
    private final ServerAccess access;
    private final Proxies proxies;
    private final MoveTimeouts timeouts;
    private final CopyBounds bounds;
    private final Supplier<String> proxy;
    private final HandOvers handOvers = new HandOvers();
    private final Workers asked = new Workers("pinion-move-asked", AT_A_TIME, MAX_WAITING);

    /**
     * Cancels have threads of their own, since a REVERT occupies one of the others for as long as a comparison takes.
     */
    private final Workers ending = new Workers("pinion-move-cancel", AT_A_TIME, MAX_WAITING);

    private final Workers running = new Workers("pinion-move", AT_A_TIME, MAX_WAITING);

    /**
     * @param topology the running one
     * @param proxy this proxy's name in the journal
     */
    public Moves(
            Supplier<Topology> topology,
            TopologyStore store,
            OperationJournal journal,
            ServerAccess access,
            Proxies proxies,
            MoveTimeouts timeouts,
            CopyBounds bounds,
            Supplier<String> proxy) {
        this.topology = topology;
        this.roles = new KnownRoles(topology, store);
        this.store = store;
        this.journal = journal;
        this.access = access;
        this.proxies = proxies;
        this.timeouts = timeouts;
        this.bounds = bounds;
        this.proxy = proxy;
    }

    /**
     * Begins to move shards, after checks; fails with a message for people.
     *
     * @param user the user who asks
     * @return the operation, which goes on in the background
     */
    public CompletionStage<Operation> move(WantedMove wanted, String user) {
        return asked.ask(() -> {
            Move task = MoveCheck.task(topology.get(), wanted);
            TaskLock lock = locked(task);
            try {
                requireNoOther(task);
                check(task);
                Operation operation = journal.create(
                        task,
                        new Origin(user, Account.OPERATOR, List.of(), Instant.now()),
                        MoveEntry.first(task, proxy.get()).withStep(IN_LINE));
                start(operation, task, lock, State.CANCELLED);
                return operation;
            } catch (MoveRefused | SQLException | StoreUnavailable | RuntimeException e) {
                lock.close();
                throw new MoveRefused("not moved: " + why(task, e));
            }
        });
    }

    /** The steps of a move, after the checks with which it begins; fails with a message for people. */
    public CompletionStage<List<MoveStep>> explain(WantedMove wanted) {
        return asked.ask(() -> {
            try {
                Topology now = topology.get();
                Move task = MoveCheck.task(now, wanted);
                requireNoOther(task);
                try (PairSide old = side(task, task.from());
                        PairSide next = side(task, task.to())) {
                    new MoveCheck(now, old, next).run();
                    return new MovePlan(now, task, old, next, timeouts).steps(access);
                }
            } catch (MoveRefused | SQLException e) {
                throw new MoveRefused("it would be refused: " + e.getMessage());
            }
        });
    }

    private void check(Move task) throws MoveRefused, SQLException {
        try (PairSide from = side(task, task.from());
                PairSide to = side(task, task.to())) {
            new MoveCheck(topology.get(), from, to).run();
        }
    }

    /** Refuses also while a move waits for its end: it uses both pairs. */
    private void requireNoOther(Move task) throws MoveRefused, StoreUnavailable {
        for (Operation other : journal.list()) {
            if (!other.progress().state().isOver() && other.touches(task)) {
                throw new MoveRefused(other.name() + " is not over: FINISH, REVERT, RESUME or CANCEL OPERATION "
                        + other.number() + " first (SHOW OPERATIONS)");
            }
        }
    }

    /** Resumes, on this proxy, a move that has failed or lost its proxy; answered as soon as it runs. */
    public CompletionStage<Operation> resume(Operation operation, Move task) {
        return asked.ask(() -> {
            TaskLock lock = locked(task);
            try {
                Operation now = read(operation);
                if (!now.progress().state().isUnfinished()) {
                    throw new MoveRefused(operation.name() + " has moved its shards: FINISH or REVERT OPERATION "
                            + operation.number());
                }
                Operation resumed = takenOver(now);
                start(resumed, task, lock, State.FAILED);
                return resumed;
            } catch (MoveRefused | StoreUnavailable | VersionConflict | RuntimeException e) {
                lock.close();
                throw e;
            }
        });
    }

    private Operation read(Operation operation) throws MoveRefused, StoreUnavailable {
        return journal.read(operation.number())
                .filter(now -> !now.progress().state().isOver())
                .orElseThrow(() -> new MoveRefused(operation.name() + " has ended meanwhile"));
    }

    /** Takes the entry over: the earlier run can't write it any more, and an earlier cancel doesn't count. */
    private Operation takenOver(Operation now) throws StoreUnavailable, VersionConflict {
        return journal.write(
                now,
                MoveEntry.anew(now.progress().resumed(now.progress().total(), proxy.get()))
                        .withoutCancelAsked());
    }

    // --- one run

    /**
     * Starts a run, which closes the lock at its end.
     *
     * @param unrun the state when too many moves wait for their turn
     */
    private void start(Operation operation, Move task, TaskLock lock, State unrun) throws MoveRefused {
        MoveEntry entry = new MoveEntry(journal, handOvers, operation);
        try {
            running.execute(() -> {
                try {
                    run(entry, task, lock);
                } finally {
                    lock.close();
                }
            });
        } catch (RejectedExecutionException e) {
            String why = "proxy " + proxy.get() + " is stopping, or runs " + AT_A_TIME + " moves and " + MAX_WAITING
                    + " more wait there: try again later, or on another proxy";
            entry.end(unrun, operation.progress().step(), why);
            throw new MoveRefused(why);
        }
    }

    private void run(MoveEntry entry, Move task, TaskLock lock) {
        try {
            // The sides kill the connections of other runs on the servers, so this run must be the owner.
            entry.confirm();
            MoveRefused.unlessHeld(lock);
            goOn(entry, task, lock);
        } catch (MoveRefused | SQLException | RuntimeException e) {
            log.atWarn()
                    .addKeyValue("operation", entry.number())
                    .addKeyValue("cause", e.getMessage())
                    .log("A move has broken off");
            if (entry.operation().progress().state() == State.RUNNING) {
                entry.end(State.FAILED, entry.operation().progress().step(), why(task, e));
            }
        }
    }

    private void goOn(MoveEntry entry, Move task, TaskLock lock) throws MoveRefused, SQLException {
        try (PairSide from = side(task, task.from(), entry.number());
                PairSide to = side(task, task.to(), entry.number())) {
            takeOver(entry, task, lock);
            switch (entry.phase()) {
                case CHECKED, COPYING, FOLLOWING, CUTTING_OVER, MOVED ->
                    forth(entry, move(entry, task, from, to, lock));
                case TURNING_BACK, TURNED_BACK -> ended(entry, ending(entry, task, from, to, lock), turnedBack(task));
                case FINISHING -> ended(entry, ending(entry, task, from, to, lock), finished(task));
            }
        }
    }

    private static void forth(MoveEntry entry, ShardMove move) throws MoveRefused, SQLException {
        try {
            move.run();
            entry.end(State.WAITING, entry.operation().progress().step() + MOVED, "");
        } catch (MoveRefused e) {
            if (!e.isCancelled() || entry.phase().mayBeMoved()) {
                throw e;
            }
            move.giveUp();
            entry.end(State.CANCELLED, "", GIVEN_UP);
        }
    }

    private ShardMove move(MoveEntry entry, Move task, PairSide from, PairSide to, TaskLock lock) {
        return new ShardMove(
                topology.get(), from, to, published(task, lock), access, proxies, timeouts, bounds, entry, lock);
    }

    private MoveEnding ending(MoveEntry entry, Move task, PairSide from, PairSide to, TaskLock lock) {
        return new MoveEnding(from, to, published(task, lock), proxies, timeouts, entry, lock);
    }

    private PublishedMove published(Move task, TaskLock lock) {
        return new PublishedMove(store, () -> topology.get().generation(), task, lock);
    }

    /**
     * Makes sure that nothing of an earlier run takes effect any more, and that no other run has taken the move over
     * while this one stood in line.
     */
    private void takeOver(MoveEntry entry, Move task, TaskLock lock) throws MoveRefused {
        entry.confirm();
        if (entry.phase().isHandingOver()) {
            published(task, lock).outdateOlderWriters();
        }
        MoveRefused.unlessHeld(lock);
    }

    private PairSide side(Move task, String pair) throws MoveRefused {
        Topology now = topology.get();
        return PairSide.open(now, pair, MoveCheck.databases(now, task), access, SILENCE);
    }

    private PairSide side(Move task, String pair, long operation) throws MoveRefused {
        Topology now = topology.get();
        return PairSide.takeOver(
                now,
                pair,
                MoveCheck.databases(now, task),
                access,
                SILENCE,
                new WorkMark("pinion_operation_" + operation));
    }

    // --- its end

    /**
     * Gives up a move whose shards have not changed their pair. A running move ends before its next step, on whatever
     * proxy, and this call waits for that. The lock is free, too, when its proxy has died and ZooKeeper knows.
     *
     * @return the result, for people
     */
    public CompletionStage<String> cancel(Operation operation, Move task) {
        return ending.ask(() -> {
            Optional<TaskLock> free = journal.lock(task);
            if (free.isEmpty()) {
                journal.askToEnd(() -> read(operation));
                // Longer than ZooKeeper keeps the session of a proxy that has died.
                free = journal.lockWithin(task, ENDING);
            }
            if (free.isEmpty()) {
                return "proxy " + read(operation).progress().proxy()
                        + " runs it, and ends it before its next step; should SHOW OPERATIONS say that it is interrupted, CANCEL OPERATION "
                        + operation.number() + " again";
            }
            try (TaskLock lock = free.get()) {
                if (journal.read(operation.number()).filter(Moves::isGivenUp).isPresent()) {
                    return GIVEN_UP;
                }
                roles.require(KnownRoles.ON_ITS_WAY, task.from(), task.to());
                Operation now = read(operation);
                if (now.progress().state() == State.WAITING) {
                    throw new MoveRefused(operation.name() + " has moved its shards: REVERT OPERATION "
                            + operation.number() + " goes back, FINISH OPERATION " + operation.number()
                            + " drops the old copy");
                }
                MoveEntry entry = new MoveEntry(journal, handOvers, takenOver(now));
                end(entry, task, lock);
                return GIVEN_UP;
            }
        });
    }

    private static boolean isGivenUp(Operation operation) {
        return operation.progress().state() == State.CANCELLED;
    }

    /** Drops the old copy of shards that have moved. The answer is for people. */
    public CompletionStage<String> finish(Operation operation, Move task) {
        return ended(operation, task, finished(task));
    }

    /** Moves shards back to the pair that they came from. The answer is for people. */
    public CompletionStage<String> revert(Operation operation, Move task) {
        return ended(operation, task, turnedBack(task));
    }

    /**
     * The end of a move.
     *
     * @param why the reason for the state, in the journal
     */
    private record Ended(State state, String why, String answer) {}

    @FunctionalInterface
    private interface Way {
        Ended take(MoveEnding ending) throws MoveRefused, SQLException;
    }

    private static Way finished(Move task) {
        return ending -> {
            ending.finish();
            return new Ended(State.DONE, "", "the copy on pair " + task.from() + " is dropped");
        };
    }

    private static Way turnedBack(Move task) {
        return ending -> {
            Duration pause = ending.turnBack();
            String waited = "after a pause of " + pause.toMillis() + " ms";
            return new Ended(
                    State.CANCELLED,
                    "turned back, " + waited,
                    "the shards are on pair " + task.from() + " again, " + waited);
        };
    }

    private CompletionStage<String> ended(Operation operation, Move task, Way way) {
        return asked.ask(() -> {
            try (TaskLock lock = locked(task);
                    PairSide from = side(task, task.from(), operation.number());
                    PairSide to = side(task, task.to(), operation.number())) {
                Operation now = read(operation);
                if (now.progress().state() != State.WAITING) {
                    throw notWaiting(now);
                }
                // Checked after the logins: by then another holder of the lock may have changed the role of a server.
                MoveRefused.unlessHeld(lock);
                MoveEntry entry = new MoveEntry(journal, handOvers, takenOver(now));
                return ended(entry, ending(entry, task, from, to, lock), way);
            }
        });
    }

    private static MoveRefused notWaiting(Operation operation) {
        return new MoveRefused(
                MoveEntry.phase(operation).mayBeMoved()
                        ? operation.name() + " has broken off when its shards may have moved: RESUME OPERATION "
                                + operation.number() + " goes on with it"
                        : operation.name() + " hasn't moved its shards: RESUME or CANCEL OPERATION "
                                + operation.number());
    }

    private static String ended(MoveEntry entry, MoveEnding ending, Way way) throws MoveRefused, SQLException {
        try {
            Ended ended = way.take(ending);
            entry.end(ended.state(), "", ended.why());
            return ended.answer();
        } catch (MoveRefused | SQLException | RuntimeException e) {
            boolean begun = entry.phase() != Phase.MOVED;
            entry.end(
                    begun ? State.FAILED : State.WAITING,
                    begun ? entry.operation().progress().step() : "moved" + MOVED,
                    String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private void end(MoveEntry entry, Move task, TaskLock lock) throws MoveRefused, SQLException {
        try (PairSide from = side(task, task.from(), entry.number());
                PairSide to = side(task, task.to(), entry.number())) {
            takeOver(entry, task, lock);
            ShardMove move = move(entry, task, from, to, lock);
            if (entry.phase().mayBeMoved() && move.isMoved()) {
                throw new MoveRefused("its shards are on pair " + task.to() + " already: RESUME OPERATION "
                        + entry.number() + " goes on with it");
            }
            if (entry.phase().isRollingBack()) {
                // Only the copy on the other pair is left to be dropped.
                ending(entry, task, from, to, lock).turnBack();
                entry.end(State.CANCELLED, "", "turned back");
                return;
            }
            move.giveUp();
            entry.end(State.CANCELLED, "", GIVEN_UP);
        } catch (MoveRefused | SQLException e) {
            entry.end(State.FAILED, "", why(task, e));
            throw new MoveRefused(why(task, e));
        }
    }

    /** A server's own message doesn't name the server. */
    private static String why(Move task, Exception e) {
        return (e instanceof SQLException ? "the servers of pairs " + task.from() + " and " + task.to() + ": " : "")
                + e.getMessage();
    }

    private TaskLock locked(Move task) throws MoveRefused, StoreUnavailable {
        Optional<TaskLock> lock = journal.lock(task);
        if (lock.isEmpty()) {
            throw new MoveRefused("pair " + task.from() + " or " + task.to() + " is in use: " + journal.holderOf(task));
        }
        try {
            roles.require(KnownRoles.ON_ITS_WAY, task.from(), task.to());
            return lock.get();
        } catch (StoreUnavailable | RuntimeException e) {
            lock.get().close();
            throw e;
        }
    }

    /**
     * Running moves go on for as long as the process lives; a resumed run goes on from there. No hand-over begins any
     * more, and this waits for those under way.
     */
    @Override
    public void close() {
        asked.close();
        ending.close();
        running.close();
        handOvers.close(LONGEST_HAND_OVER);
    }
}
