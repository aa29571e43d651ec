package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
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
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The promotions that this proxy runs, and the opening of fenced primaries. The lock of a pair lets one run at a time
 * in the cluster. Thread-safe; no call blocks.
 */
public final class Promotions implements AutoCloseable {
    private static final int AT_A_TIME = 4;
    private static final int MAX_WAITING = 16;

    /** The user that the journal names for an automatic promotion. */
    private static final String NOBODY = "pinion (automatic)";

    /** How long a server may stay silent beyond the time that a step gives it. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** How long OPEN PAIR waits for another holder of the pair's lock. */
    private static final Duration OTHERS = Duration.ofSeconds(5);

    /**
     * How long {@link #close} waits. A promotion that takes longer is left unfinished, and RESUME OPERATION goes on
     * with it.
     */
    private static final Duration LONGEST = Duration.ofSeconds(15);

    private final Supplier<Topology> topology;
    private final KnownRoles roles;
    private final TopologyStore store;
    private final OperationJournal journal;
    private final ServerAccess access;
    private final Proxies proxies;
    private final PromotionTimeouts timeouts;
    private final Supplier<String> proxy;
    private volatile boolean closing;
    private final Workers workers = new Workers("pinion-promotion", AT_A_TIME, MAX_WAITING);

    /** For {@link #objection}, which must not wait behind promotions that wait for servers. */
    private final Workers askers = new Workers("pinion-promotion-question", 1, MAX_WAITING);

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
            PromotionTimeouts timeouts,
            Supplier<String> proxy) {
        this.topology = topology;
        this.roles = new KnownRoles(topology, store);
        this.store = store;
        this.journal = journal;
        this.access = access;
        this.proxies = proxies;
        this.timeouts = timeouts;
        this.proxy = proxy;
    }

    /**
     * Makes the pair's standby its primary, or goes on with an unfinished promotion of the pair. The stage always
     * completes normally.
     *
     * @param to the server that shall become the primary; empty for the standby
     * @param user the operator who asks
     */
    public CompletionStage<PromotionOutcome> promote(String pair, Optional<String> to, Manner manner, String user) {
        return outcome(() -> begin(pair, to, manner, user));
    }

    /**
     * Promotes the standby of a pair whose primary the proxies don't reach, unless {@link AutomaticDecision} objects.
     * The objections are asked for again under the pair's lock. The stage always completes normally.
     *
     * @param seen the silent primary as this proxy sees it; empty when the primary answers
     */
    public CompletionStage<PromotionOutcome> promoteUnasked(String pair, Supplier<Optional<SilentPrimary>> seen) {
        return outcome(() -> {
            Promotion task = task(PromotionServers.pair(topology.get(), pair), Manner.AUTOMATIC);
            try (TaskLock lock = lockedUnasked(task)) {
                SilentPrimary silent = seen.get().orElseThrow(() -> new PromotionRefused(task.from() + " answers"));
                Optional<String> objection = objectionOf(silent);
                if (objection.isPresent() || !task.isOf(silent.pair())) {
                    throw new PromotionRefused(objection.orElse("the pair's servers have changed their roles"));
                }
                Operation operation = journal.create(
                        task,
                        new Origin(NOBODY, Account.OPERATOR, List.of(), Instant.now()),
                        Progress.beginning(0, proxy.get(), Instant.now()));
                return run(new PromotionEntry(journal, operation, false), task, lock);
            }
        });
    }

    private Optional<String> objectionOf(SilentPrimary silent) throws StoreUnavailable {
        String primary = silent.pair().primary().name();
        Optional<String> objection = AutomaticDecision.objectionOf(silent);
        if (objection.isEmpty()) {
            objection = AutomaticDecision.objectionOf(proxies.list(), primary);
        }
        return objection.isPresent() ? objection : AutomaticDecision.objectionOf(journal.list(), silent, Instant.now());
    }

    /**
     * The objection to promoting a pair automatically; empty when there is none. Fails when ZooKeeper is away.
     *
     * @param silent the pair's primary
     */
    public CompletionStage<Optional<String>> objection(SilentPrimary silent) {
        return askers.ask(() -> objectionOf(silent));
    }

    /**
     * Fences a standby that takes writes, if it was the pair's primary until the pair was promoted automatically.
     *
     * @return whether this call fenced it; fails with a message for the operator
     */
    public CompletionStage<Boolean> fenceReturned(String name) {
        return workers.ask(() -> {
            Topology now = topology.get();
            Pair seen = PromotionServers.pair(now, name);
            try (TaskLock lock = lockedUnasked(task(seen, Manner.AUTOMATIC))) {
                Pair pair = unchanged(seen);
                Optional<Operation> unfinished = brokenOff(task(pair, Manner.AUTOMATIC));
                if (pair.held() || unfinished.isPresent()) {
                    throw new PromotionRefused("a promotion of pair " + name + " is unfinished");
                }
                return ReturnedPrimary.is(pair, journal)
                        && new ReturnedPrimary(now, pair, published(pair), access, timeouts, silence()).fence(lock);
            }
        });
    }

    private PromotionOutcome begin(String name, Optional<String> to, Manner manner, String user)
            throws PromotionRefused, StoreUnavailable, VersionConflict {
        Pair seen = PromotionServers.pair(topology.get(), name);
        Promotion task = task(seen, manner);
        try (TaskLock lock = locked(task)) {
            Pair pair = unchanged(seen);
            if (manner == Manner.PLANNED) {
                requireNoOther(task);
            }
            Optional<Operation> broken = brokenOff(task);
            if (broken.isPresent() && broken.get().task() instanceof Promotion left) {
                if (to.orElse(left.to()).equals(left.to()) && manner == left.manner()) {
                    return resumed(broken.get(), left, lock);
                }
                if (!left.to().equals(task.to()) || manner.compareTo(left.manner()) < 0) {
                    throw unfinished(broken.get());
                }
            }
            if (to.isPresent() && to.get().equals(pair.primary().name())) {
                throw new PromotionRefused(to.get() + " is the primary of pair " + name + " already");
            }
            if (to.isPresent() && !pair.has(to.get())) {
                throw new PromotionRefused("pair " + name + " has no server " + to.get() + " (SHOW PAIRS)");
            }
            // The servers show how far the unfinished promotion came, but not a statement that is still on its way to
            // them.
            Optional<PromotionEntry> left = broken.map(before -> new PromotionEntry(journal, before, true));
            Progress first = Progress.beginning(0, proxy.get(), Instant.now());
            Operation operation = journal.create(
                    task,
                    new Origin(user, Account.OPERATOR, List.of(), Instant.now()),
                    left.map(before -> before.leftTo(first)).orElse(first));
            left.ifPresent(before -> before.end(State.CANCELLED, "forced instead"));
            // A hold without an operation is left by a promotion whose end couldn't be written into the journal.
            return run(new PromotionEntry(journal, operation, broken.isPresent() || pair.held()), task, lock);
        }
    }

    /**
     * Refuses a promotion while a move or a replacement of the standby is unfinished on the pair. Either would go on
     * with changed roles of the servers. A move that waits for FINISH or REVERT is no obstacle.
     */
    private void requireNoOther(Promotion task) throws PromotionRefused, StoreUnavailable {
        for (Operation other : journal.list()) {
            boolean changesRoles = other.task() instanceof Task.Move || other.task() instanceof Task.StandbyReplacement;
            if (other.progress().state().isUnfinished() && changesRoles && other.touches(task)) {
                throw unfinished(other);
            }
        }
    }

    private Optional<Operation> brokenOff(Promotion task) throws StoreUnavailable {
        return journal.list().stream()
                .filter(operation -> operation.task() instanceof Promotion
                        && operation.progress().state().isUnfinished()
                        && operation.touches(task))
                .findFirst();
    }

    /** Goes on with an unfinished promotion. The stage always completes normally. */
    public CompletionStage<PromotionOutcome> resume(Operation operation, Promotion task) {
        return outcome(() -> {
            try (TaskLock lock = locked(task)) {
                return resumed(stillUnfinished(operation), task, lock);
            }
        });
    }

    private PromotionOutcome resumed(Operation operation, Promotion task, TaskLock lock)
            throws StoreUnavailable, VersionConflict {
        Operation resumed = journal.write(operation, operation.progress().resumed(0, proxy.get()));
        return run(new PromotionEntry(journal, resumed, true), task, lock);
    }

    /** Cancels an unfinished promotion whose standby takes no writes yet. The stage always completes normally. */
    public CompletionStage<PromotionOutcome> cancel(Operation operation, Promotion task) {
        return outcome(() -> {
            try (TaskLock lock = locked(task)) {
                PromotionEntry entry = new PromotionEntry(journal, stillUnfinished(operation), true);
                Topology now = topology.get();
                Optional<Pair> pair = now.pair(task.pair());
                if (pair.filter(servers -> servers.primary().name().equals(task.to()))
                        .isPresent()) {
                    throw new PromotionRefused(task.to() + " is the primary by now: RESUME OPERATION "
                            + operation.number() + " ends the promotion, and another one leads back");
                }
                Undone undone = pair.filter(task::isOf).isPresent()
                        ? new PromotionCancelling(now, pair.get(), published(pair.get()), access, silence())
                                .run(lock, entry)
                        : new Undone(now.generation(), ""); // The pair has other servers: there is nothing to undo.
                entry.end(State.CANCELLED, undone.note().isEmpty() ? "given up" : "given up; " + undone.note());
                return undone;
            }
        });
    }

    /** The operation, read again under the lock: another proxy may have ended it before. */
    private Operation stillUnfinished(Operation operation) throws PromotionRefused, StoreUnavailable {
        return journal.read(operation.number())
                .filter(now -> now.progress().state().isUnfinished())
                .orElseThrow(() -> new PromotionRefused(operation.name() + " has ended meanwhile"));
    }

    /** Unfences a pair's primary (OPEN PAIR); fails with a message for the operator. */
    public CompletionStage<OpenedPair> open(String name) {
        return workers.ask(() -> {
            Optional<Pair> pair = topology.get().pair(name);
            if (pair.isEmpty()) {
                throw new PromotionRefused("not opened: the topology has no pair " + name + " (SHOW PAIRS)");
            }
            return opened(pair.get(), OTHERS, KnownRoles.ON_ITS_WAY, PrimaryOpening::run);
        });
    }

    /**
     * Unfences a restarted primary without an operator. Refused in any doubt: while an operation on the pair is
     * unfinished, or when the standby doesn't answer.
     *
     * @param pair the pair whose primary was seen to have restarted
     */
    public CompletionStage<OpenedPair> openRestarted(Pair pair) {
        return workers.ask(() -> opened(pair, Duration.ZERO, Duration.ZERO, PrimaryOpening::runUnasked));
    }

    /** One of the ways to open a primary. */
    private interface Opening {
        OpenedPair by(PrimaryOpening opening, TaskLock lock) throws SQLException, PromotionRefused;
    }

    private OpenedPair opened(Pair seen, Duration others, Duration behind, Opening way)
            throws PromotionRefused, StoreUnavailable {
        String standby = seen.standby().map(Server::name).orElse("");
        Promotion task = new Promotion(seen.name(), seen.primary().name(), standby, Manner.PLANNED);
        try (TaskLock lock = locked(task, others, behind)) {
            Pair pair = unchanged(seen);
            Optional<Operation> broken = brokenOff(task);
            if (broken.isPresent()) {
                throw unfinished(broken.get());
            }
            return way.by(new PrimaryOpening(topology.get(), pair, published(pair), access, silence()), lock);
        } catch (PromotionRefused | SQLException e) {
            throw new PromotionRefused("not opened: " + e.getMessage());
        }
    }

    private static PromotionRefused unfinished(Operation operation) {
        return new PromotionRefused(operation.name() + " is unfinished: RESUME OPERATION " + operation.number()
                + " or CANCEL OPERATION " + operation.number() + " first");
    }

    /**
     * The steps of a promotion, after the checks with which it begins (EXPLAIN PROMOTE PAIR); fails with a message for
     * the operator.
     */
    public CompletionStage<List<PromotionStep>> explain(String pair) {
        return workers.ask(() -> {
            try (PromotionServers servers = openToBegin(PromotionServers.pair(topology.get(), pair))) {
                ServerConnection old = servers.reachedOld();
                oldCopies(servers).requireFenced(servers.next());
                PairPromotion promotion = planned(servers);
                promotion.check(old, servers.next());
                promotion.requireAccounts();
                return new PromotionPlan(
                                servers.pair(), old, servers.next(), PairPromotion.users(servers.topology()), timeouts)
                        .steps();
            } catch (PromotionRefused | SQLException e) {
                throw new PromotionRefused("it would be refused: " + e.getMessage());
            }
        });
    }

    /** Opens the servers of a pair that has no unfinished operation. */
    private PromotionServers openToBegin(Pair pair) throws PromotionRefused, StoreUnavailable {
        Promotion task = task(pair, Manner.PLANNED);
        requireNoOther(task);
        Optional<Operation> broken = brokenOff(task);
        if (broken.isPresent()) {
            throw unfinished(broken.get());
        }
        return open(task);
    }

    // --- one attempt

    private PromotionOutcome run(PromotionEntry entry, Promotion task, TaskLock lock) {
        Topology now = topology.get();
        Optional<Pair> before = now.pair(task.pair());
        if (before.isPresent() && before.get().primary().name().equals(task.to())) {
            entry.end(State.DONE, "");
            return new Promoted(
                    before.get(),
                    Duration.ZERO,
                    0,
                    now.generation(),
                    entry.missing().orElse(Promoted.NOTHING));
        }
        try (PromotionServers servers = open(task)) {
            if (task.manner() == Manner.PLANNED && !entry.isResumed()) {
                oldCopies(servers).requireFenced(servers.next());
            }
            if (entry.isResumed()) {
                published(servers.pair()).outdateOlderWriters();
            }
            Promoted promoted = task.manner() == Manner.PLANNED
                    ? planned(servers).run(servers.reachedOld(), servers.next(), lock, entry)
                    : new ForcedPromotion(
                                    servers,
                                    published(servers.pair()),
                                    timeouts,
                                    new LostIds(servers.topology(), task.pair()),
                                    new LeftPrimary(proxies, timeouts.quiet(), () -> closing))
                            .run(task.manner(), lock, entry);
            entry.end(State.DONE, "");
            return new UnfinishedMoves(journal).toldIn(promoted, task);
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

    private PairPromotion planned(PromotionServers servers) {
        return new PairPromotion(servers, published(servers.pair()), proxies, timeouts);
    }

    private OldCopies oldCopies(PromotionServers servers) {
        return new OldCopies(servers.topology(), servers.pair().name(), journal);
    }

    private PublishedPair published(Pair pair) {
        return new PublishedPair(store, () -> topology.get().generation(), pair);
    }

    private PromotionServers open(Promotion task) throws PromotionRefused {
        return PromotionServers.open(topology.get(), task, access, silence());
    }

    private Duration silence() {
        return timeouts.lag().plus(SILENCE);
    }

    private static Promotion task(Pair pair, Manner manner) throws PromotionRefused {
        return new Promotion(
                pair.name(),
                pair.primary().name(),
                PromotionServers.standby(pair).name(),
                manner);
    }

    private TaskLock locked(Promotion task) throws PromotionRefused, StoreUnavailable {
        return locked(task, Duration.ZERO, KnownRoles.ON_ITS_WAY);
    }

    /**
     * The lock for automatic work. It waits for nothing, since such work is tried again, and a proxy with a newer
     * topology may need the lock.
     */
    private TaskLock lockedUnasked(Promotion task) throws PromotionRefused, StoreUnavailable {
        return locked(task, Duration.ZERO, Duration.ZERO);
    }

    /**
     * @param others how long to wait for another holder of the lock, such as a proxy that checks a restarted primary
     * @param behind how long this proxy's topology may differ from the stored one
     */
    private TaskLock locked(Promotion task, Duration others, Duration behind)
            throws PromotionRefused, StoreUnavailable {
        Optional<TaskLock> lock = journal.lockWithin(task, others);
        if (lock.isEmpty()) {
            throw new PromotionRefused("pair " + task.pair() + " is in use: " + journal.holderOf(task));
        }
        try {
            roles.require(behind, task.pair());
            return lock.get();
        } catch (StoreUnavailable | RuntimeException e) {
            lock.get().close();
            throw e;
        }
    }

    /** The pair as it is now; refused when its servers have changed roles before the lock was free. */
    private Pair unchanged(Pair before) throws PromotionRefused {
        Pair now = PromotionServers.pair(topology.get(), before.name());
        if (!now.withHeld(false).equals(before.withHeld(false))) {
            throw new PromotionRefused("the servers of pair " + before.name()
                    + " have just changed their roles: look at them (SHOW PAIRS)");
        }
        return now;
    }

    private CompletionStage<PromotionOutcome> outcome(Callable<PromotionOutcome> work) {
        return workers.ask(work).exceptionally(thrown -> new NotPromoted(String.valueOf(thrown.getMessage())));
    }

    /** Waits for the promotions under way, at most {@link #LONGEST}; no other begins. */
    @Override
    public void close() {
        closing = true;
        askers.close();
        workers.close(LONGEST);
    }
}
