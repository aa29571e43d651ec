package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.promotion.PromotionOutcome.NotPromoted;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.promotion.PromotionOutcome.Undone;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Promotions that this proxy runs, one at a time for each pair of the cluster. Thread-safe; no call blocks. */
public final class Promotions implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Promotions.class);

    private static final int AT_A_TIME = 4;
    private static final int MAX_WAITING = 16;

    /** Of a server that says nothing, beyond what a step waits. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final Supplier<Topology> topology;
    private final TopologyStore store;
    private final OperationJournal journal;
    private final ServerAccess access;
    private final Proxies proxies;
    private final PromotionPatience patience;
    private final String proxy;
    private final Workers workers = new Workers("pinion-promotion", AT_A_TIME, MAX_WAITING);

    /**
     * @param topology the running one
     * @param proxy this proxy's name in the journal
     */
    public Promotions(
            Supplier<Topology> topology,
            TopologyStore store,
            OperationJournal journal,
            ServerAccess access,
            Proxies proxies,
            PromotionPatience patience,
            String proxy) {
        this.topology = topology;
        this.store = store;
        this.journal = journal;
        this.access = access;
        this.proxies = proxies;
        this.patience = patience;
        this.proxy = proxy;
    }

    /**
     * Makes the pair's standby its primary, or goes on with a promotion of the pair that has broken off. The stage always
     * completes normally.
     *
     * @param to the server that shall be the primary; empty for the other one than now
     * @param user who asks
     */
    public CompletionStage<PromotionOutcome> promote(String pair, Optional<String> to, String user) {
        return outcome(() -> begin(pair, to, user));
    }

    private PromotionOutcome begin(String name, Optional<String> to, String user)
            throws PromotionRefused, StoreUnavailable, VersionConflict {
        Pair pair = pair(topology.get(), name);
        try (TaskLock lock = locked(task(pair))) {
            Optional<Operation> broken = brokenOff(task(pair));
            if (broken.isPresent() && broken.get().task() instanceof Promotion left) {
                if (to.isPresent() && !to.get().equals(left.to())) {
                    throw new PromotionRefused(broken.get().name() + " is unfinished: RESUME OPERATION "
                            + broken.get().number() + " or CANCEL OPERATION "
                            + broken.get().number() + " first");
                }
                return resumed(broken.get(), left, lock);
            }
            if (to.isPresent() && to.get().equals(pair.primary().name())) {
                throw new PromotionRefused(to.get() + " is the primary of pair " + name + " already");
            }
            if (to.isPresent() && !pair.has(to.get())) {
                throw new PromotionRefused("pair " + name + " has no server " + to.get() + " (SHOW PAIRS)");
            }
            Operation operation = journal.create(
                    task(pair),
                    new Origin(user, Account.OPERATOR, List.of(), Instant.now()),
                    Progress.beginning(0, proxy, Instant.now()));
            return run(new PromotionEntry(journal, operation, false), task(pair), lock);
        }
    }

    private Optional<Operation> brokenOff(Promotion task) throws StoreUnavailable {
        return journal.list().stream()
                .filter(operation -> operation.progress().state().isUnfinished() && operation.touches(task))
                .findFirst();
    }

    /** Goes on with one that has broken off. The stage always completes normally. */
    public CompletionStage<PromotionOutcome> resume(Operation operation, Promotion task) {
        return outcome(() -> {
            try (TaskLock lock = locked(task)) {
                return resumed(stillUnfinished(operation), task, lock);
            }
        });
    }

    private PromotionOutcome resumed(Operation operation, Promotion task, TaskLock lock)
            throws StoreUnavailable, VersionConflict {
        Operation resumed = journal.write(operation, operation.progress().resumed(0, proxy));
        return run(new PromotionEntry(journal, resumed, true), task, lock);
    }

    /** Gives one up that has broken off, while its standby is fenced. The stage always completes normally. */
    public CompletionStage<PromotionOutcome> cancel(Operation operation, Promotion task) {
        return outcome(() -> {
            try (TaskLock lock = locked(task);
                    Two servers = open(topology.get(), task)) {
                PromotionEntry entry = new PromotionEntry(journal, stillUnfinished(operation), true);
                long generation = promotion(servers).cancel(servers.old, servers.next, lock);
                entry.end(State.CANCELLED, "given up");
                return new Undone(generation);
            }
        });
    }

    /** Read again: somebody may have ended it before the lock was free. */
    private Operation stillUnfinished(Operation operation) throws PromotionRefused, StoreUnavailable {
        return journal.read(operation.number())
                .filter(now -> now.progress().state().isUnfinished())
                .orElseThrow(() -> new PromotionRefused(operation.name() + " has ended meanwhile"));
    }

    /** What a promotion would do, after the checks with which it begins; fails with a message for people. */
    public CompletionStage<List<PromotionStep>> explain(String pair) {
        return workers.ask(() -> {
            try {
                Topology now = topology.get();
                try (Two servers = open(now, task(pair(now, pair)))) {
                    promotion(servers).check(servers.old, servers.next);
                    return new PromotionPlan(
                                    servers.pair, servers.old, servers.next, PairPromotion.clients(now), patience)
                            .steps();
                }
            } catch (PromotionRefused | SQLException e) {
                throw new IllegalStateException("it would be refused: " + e.getMessage(), e);
            }
        });
    }

    // --- one attempt

    private PromotionOutcome run(PromotionEntry entry, Promotion task, TaskLock lock) {
        Topology now = topology.get();
        Optional<Pair> before = now.pair(task.pair());
        if (before.isPresent() && before.get().primary().name().equals(task.to())) {
            entry.end(State.DONE, "");
            return new Promoted(before.get(), Duration.ZERO, 0, now.generation());
        }
        try (Two servers = open(now, task)) {
            Promoted promoted = promotion(servers).run(servers.old, servers.next, lock, entry);
            entry.end(State.DONE, "");
            return promoted;
        } catch (PromotionRefused e) {
            return ended(entry, e);
        } catch (SQLException e) {
            return ended(entry, unanswered(task.pair(), e));
        }
    }

    private static NotPromoted ended(PromotionEntry entry, PromotionRefused why) {
        entry.end(why.state(entry.isResumed()), String.valueOf(why.getMessage()));
        return new NotPromoted(String.valueOf(why.getMessage()));
    }

    private static PromotionRefused unanswered(String pair, SQLException e) {
        return new PromotionRefused("the servers of pair " + pair + " can't be asked: " + e.getMessage());
    }

    private PairPromotion promotion(Two servers) {
        return new PairPromotion(
                servers.now,
                servers.pair,
                new PublishedPair(store, () -> topology.get().generation(), servers.pair),
                proxies,
                patience);
    }

    /** Both servers, and the topology that says what they are to each other. */
    private record Two(Topology now, Pair pair, ServerConnection old, ServerConnection next) implements AutoCloseable {
        @Override
        public void close() {
            old.close();
            next.close();
        }
    }

    private Two open(Topology now, Promotion task) throws PromotionRefused {
        Pair pair = pair(now, task.pair());
        Server standby = standby(pair);
        if (!pair.primary().name().equals(task.from()) || !standby.name().equals(task.to())) {
            throw new PromotionRefused("the servers of pair " + pair.name() + " are "
                    + pair.primary().name() + " and " + standby.name() + " by now (SHOW PAIRS)");
        }
        Account operator = now.account(Account.OPERATOR)
                .orElseThrow(() -> new PromotionRefused(
                        "the topology names no account " + Account.OPERATOR + ", which a promotion needs"));
        ServerConnection old = open(pair.primary(), operator);
        try {
            return new Two(now, pair, old, open(standby, operator));
        } catch (PromotionRefused e) {
            old.close();
            throw e;
        }
    }

    private ServerConnection open(Server server, Account operator) throws PromotionRefused {
        try {
            return ServerConnection.open(
                    access, server, operator, patience.catchUp().plus(SILENCE));
        } catch (SQLException | Secrets.SecretMissing e) {
            throw new PromotionRefused("server " + server.name() + " can't be reached as account " + operator.name()
                    + " (" + operator.user() + "): " + e.getMessage());
        }
    }

    private static Pair pair(Topology now, String name) throws PromotionRefused {
        return now.pair(name)
                .orElseThrow(() -> new PromotionRefused("the topology has no pair " + name + " (SHOW PAIRS)"));
    }

    private static Server standby(Pair pair) throws PromotionRefused {
        return pair.standby()
                .orElseThrow(() -> new PromotionRefused("pair " + pair.name() + " has no standby to promote"));
    }

    private static Promotion task(Pair pair) throws PromotionRefused {
        return new Promotion(pair.name(), pair.primary().name(), standby(pair).name());
    }

    private TaskLock locked(Promotion task) throws PromotionRefused, StoreUnavailable {
        return journal.lock(task)
                .orElseThrow(() -> new PromotionRefused("another operation works on pair " + task.pair() + " now"));
    }

    private CompletionStage<PromotionOutcome> outcome(Callable<PromotionOutcome> work) {
        return workers.ask(work).exceptionally(thrown -> {
            Throwable cause =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            if (cause instanceof RuntimeException && !(cause instanceof IllegalStateException)) {
                log.error("A promotion has failed", cause);
            }
            return new NotPromoted(String.valueOf(cause.getMessage()));
        });
    }

    /** A promotion under way goes on to its end; none begins any more. */
    @Override
    public void close() {
        workers.close();
    }
}
