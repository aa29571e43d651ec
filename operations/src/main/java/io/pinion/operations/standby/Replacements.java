package io.pinion.operations.standby;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyBounds;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.promotion.KnownRoles;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Replaces standbys for operators who ask. Thread-safe; no call blocks; stages fail with a message for people. */
public final class Replacements implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int MAX_WAITING = 8;
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);

    /** Who isn't reached for so long is gone; for less, a network may have been. */
    private static final Duration GONE_FOR = Duration.ofSeconds(10);

    private static final long AGAIN_MILLIS = 500;
    private static final Duration SHORT_ANSWER = Duration.ofSeconds(5);

    private static final String IS_PRIMARY =
            " is the primary of the pair by now, which needs a standby that follows it (SHOW PAIRS)";

    private static final String LEFT_OVER =
            "the new server isn't reached: it keeps what it has of the copy, and may go on following the primary; empty it"
                    + " before it is used again";

    private final Supplier<Topology> topology;
    private final KnownRoles roles;
    private final TopologyStore store;
    private final OperationJournal journal;
    private final ServerAccess access;
    private final CopyBounds bounds;
    private final Supplier<String> proxy;
    private final Workers workers = new Workers("pinion-replacement", THREADS, MAX_WAITING);

    /**
     * @param topology the running one
     * @param proxy this proxy's name in the journal
     */
    public Replacements(
            Supplier<Topology> topology,
            TopologyStore store,
            OperationJournal journal,
            ServerAccess access,
            CopyBounds bounds,
            Supplier<String> proxy) {
        this.topology = topology;
        this.roles = new KnownRoles(topology, store);
        this.store = store;
        this.journal = journal;
        this.access = access;
        this.bounds = bounds;
        this.proxy = proxy;
    }

    /** Gives a pair another standby: completed when it has it, which takes as long as to copy all that the pair has. */
    public CompletionStage<Replaced> replace(String pair, String with, String user) {
        return workers.ask(() -> {
            Topology now = topology.get();
            Pair found = now.pair(pair)
                    .orElseThrow(() -> new ReplacementRefused("the topology has no pair " + pair + " (SHOW PAIRS)"));
            Optional<Server> own = Rejoining.standby(found, with);
            if (own.isEmpty()) {
                NewServerCheck.unused(now, with);
            }
            Task.StandbyReplacement task = new Task.StandbyReplacement(
                    pair, found.standby().map(Server::name).orElse(""), with);
            try (TaskLock lock = locked(task)) {
                if (!topology.get().pair(pair).equals(now.pair(pair))) {
                    throw new ReplacementRefused("pair " + pair + " has just changed: look at it (SHOW PAIRS)");
                }
                requireNoOther(task, now, found);
                if (own.isPresent()) {
                    return rejoined(now, found, own.get());
                }
                Operation operation = journal.create(
                        task,
                        new Origin(user, Account.OPERATOR, List.of(), Instant.now()),
                        Progress.beginning(0, proxy.get(), Instant.now()));
                return run(task, new ReplacementEntry(journal, lock, operation));
            }
        });
    }

    private Replaced rejoined(Topology now, Pair pair, Server standby) throws ReplacementRefused {
        Account operator = now.account(Account.OPERATOR)
                .orElseThrow(() -> new ReplacementRefused(
                        "the topology names no account " + Account.OPERATOR + ", which this needs"));
        PairLink link = new PairLink(
                access, now, operator, "REPLACE STANDBY " + pair.name() + " WITH " + standby.name() + " again");
        try {
            return new Rejoining(link, pair, standby, now.generation()).run();
        } catch (SQLException e) {
            throw new ReplacementRefused("a server can't be asked: " + e.getMessage());
        }
    }

    /** A move whose pair has lost its standby can't come to an end without one. */
    private void requireNoOther(Task.StandbyReplacement task, Topology now, Pair pair)
            throws ReplacementRefused, StoreUnavailable {
        List<Operation> others = journal.list().stream()
                .filter(other -> !other.progress().state().isOver() && other.touches(task))
                .toList();
        boolean onlyMoves = others.stream().allMatch(other -> other.task() instanceof Task.Move);
        if (others.isEmpty() || (onlyMoves && !isStandbyReached(now, pair))) {
            return;
        }
        Operation other = others.getFirst();
        throw new ReplacementRefused(other.name() + " is unfinished: RESUME OPERATION " + other.number()
                + " or CANCEL OPERATION " + other.number() + " first (of a move that waits, FINISH or REVERT)");
    }

    private boolean isStandbyReached(Topology now, Pair pair) {
        Optional<Account> operator = now.account(Account.OPERATOR);
        if (operator.isEmpty() || pair.standby().isEmpty()) {
            return true;
        }
        try {
            new ServerLogin(access, pair.standby().get(), operator.get())
                    .open(SHORT_ANSWER)
                    .close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Goes on with one that has broken off. */
    public CompletionStage<Replaced> resume(Operation operation, Task.StandbyReplacement task) {
        return workers.ask(() -> {
            try (TaskLock lock = locked(task)) {
                Operation now = stillUnfinished(operation);
                Operation resumed = journal.write(now, now.progress().resumed(0, proxy.get()));
                return run(task, new ReplacementEntry(journal, lock, resumed));
            }
        });
    }

    private Replaced run(Task.StandbyReplacement task, ReplacementEntry entry) throws ReplacementRefused {
        try {
            Topology now = topology.get();
            Optional<Pair> led = ledByIt(now, task);
            if (led.isPresent()) {
                entry.end(State.DONE, task.with() + IS_PRIMARY);
                return new Replaced(led.get(), 0, 0, Duration.ZERO, now.generation(), task.with() + IS_PRIMARY);
            }
            Replaced replaced = new StandbyReplacement(
                            now,
                            task,
                            access,
                            bounds,
                            new PublishedStandby(store, task.pair(), now.generation(), entry),
                            entry)
                    .run();
            entry.end(State.DONE, replaced.note());
            return replaced;
        } catch (ReplacementRefused | SQLException e) {
            boolean begun = entry.mayHaveCopied();
            String message = e instanceof SQLException ? "a server can't be asked: " + e.getMessage() : e.getMessage();
            entry.end(begun ? State.FAILED : State.CANCELLED, String.valueOf(message));
            throw new ReplacementRefused("not replaced: " + message
                    + (begun
                            ? "; RESUME OPERATION " + entry.operation().number() + " or CANCEL OPERATION "
                                    + entry.operation().number()
                            : ""));
        }
    }

    /**
     * One that is given up.
     *
     * @param generation of the topology
     * @param note what somebody should see to; empty for nothing
     */
    public record GivenUp(long generation, String note) {}

    /** Gives one up that has broken off and not yet changed the pair; its copies are dropped. */
    public CompletionStage<GivenUp> cancel(Operation operation, Task.StandbyReplacement task) {
        return workers.ask(() -> {
            Optional<TaskLock> free = journal.lock(task);
            if (free.isEmpty()) {
                // Whoever runs it can't write into its entry then, and ends.
                journal.askToEnd(() -> stillUnfinished(operation));
                throw new ReplacementRefused(operation.name() + " ends now; CANCEL OPERATION " + operation.number()
                        + " once more drops what it has copied");
            }
            try (TaskLock lock = free.get()) {
                ReplacementEntry entry = new ReplacementEntry(journal, lock, stillUnfinished(operation));
                Topology now = takenOver();
                if (ledByIt(now, task).isPresent()) {
                    entry.end(State.CANCELLED, task.with() + IS_PRIMARY);
                    return new GivenUp(now.generation(), task.with() + IS_PRIMARY);
                }
                if (now.pair(task.pair()).filter(pair -> pair.has(task.with())).isPresent()) {
                    throw new ReplacementRefused(task.with() + " is the standby already: RESUME OPERATION "
                            + operation.number() + " ends it");
                }
                String left = drop(now, task, entry) ? "" : LEFT_OVER;
                entry.end(State.CANCELLED, left.isEmpty() ? "given up" : "given up; " + left);
                return new GivenUp(now.generation(), left);
            }
        });
    }

    /** A promotion by force has made the new standby the primary before both followed each other. */
    private static Optional<Pair> ledByIt(Topology now, Task.StandbyReplacement task) {
        return now.pair(task.pair()).filter(pair -> pair.primary().name().equals(task.with()));
    }

    /**
     * As it is stored: the one that runs here may be of before the server became the standby. Whoever was about to say
     * that it has can't any more.
     */
    private Topology takenOver() throws ReplacementRefused, StoreUnavailable, VersionConflict {
        return switch (new TopologyEditor(store).countUp(topology.get().generation())) {
            case Outcome.Written written -> written.topology();
            case Outcome.Refused refused ->
                throw new ReplacementRefused("the topology can't be changed: " + refused.text());
        };
    }

    /** @return false when the new server isn't there, so that it keeps what it has */
    private boolean drop(Topology now, Task.StandbyReplacement task, ReplacementEntry entry)
            throws SQLException, ReplacementRefused {
        Optional<Server> server = now.server(task.with());
        Optional<Account> operator = now.account(Account.OPERATOR);
        if (!entry.mayHaveCopied() || server.isEmpty() || operator.isEmpty()) {
            return true;
        }
        Pair pair = now.pair(task.pair())
                .orElseThrow(() -> new ReplacementRefused("the topology has no pair " + task.pair() + " (SHOW PAIRS)"));
        ServerLogin login = new ServerLogin(access, server.get(), operator.get());
        ServerLogin primary = new ServerLogin(access, pair.primary(), operator.get());
        Optional<ServerConnection> reached = reached(login);
        if (reached.isEmpty()) {
            return false;
        }
        try (ServerConnection next = reached.get();
                ServerConnection original = primary.open(LONGEST_ANSWER)) {
            next.takeOver(entry.work(), ReplacementEntry.LAST_STATEMENT);
            entry.step("dropping the copies");
            next.forgetSource();
            next.execute(next.dialect().openForOperator());
            List<String> copies = new ArrayList<>(next.userDatabases());
            copies.retainAll(original.userDatabases());
            DatabaseCopy.discardUnlogged(next, copies);
            next.fence(Duration.ofSeconds(5));
            return true;
        }
    }

    private static Optional<ServerConnection> reached(ServerLogin login) throws SQLException, ReplacementRefused {
        long end = System.nanoTime() + GONE_FOR.toNanos();
        while (true) {
            try {
                return Optional.of(login.open(LONGEST_ANSWER));
            } catch (SQLException e) {
                if (!ServerConnection.isLost(e)) {
                    throw e;
                }
                if (System.nanoTime() > end) {
                    return Optional.empty();
                }
                PairLink.pause(AGAIN_MILLIS);
            }
        }
    }

    private TaskLock locked(Task.StandbyReplacement task) throws ReplacementRefused, StoreUnavailable {
        Optional<TaskLock> lock = journal.lock(task);
        if (lock.isEmpty()) {
            throw new ReplacementRefused(
                    "pair " + task.pair() + " or server " + task.with() + " is in use: " + journal.holderOf(task));
        }
        try {
            roles.require(KnownRoles.ON_ITS_WAY, task.pair());
            return lock.get();
        } catch (StoreUnavailable | RuntimeException e) {
            lock.get().close();
            throw e;
        }
    }

    /** Read again: somebody may have ended it before the lock was free. */
    private Operation stillUnfinished(Operation operation) throws ReplacementRefused, StoreUnavailable {
        return journal.read(operation.number())
                .filter(now -> now.progress().state().isUnfinished())
                .orElseThrow(() -> new ReplacementRefused(operation.name() + " has ended meanwhile"));
    }

    @Override
    public void close() {
        workers.close();
    }
}
