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

/** Promotions that this proxy runs, one at a time for each pair of the cluster. Thread-safe; no call blocks. */
public final class Promotions implements AutoCloseable {
    private static final int AT_A_TIME = 4;
    private static final int MAX_WAITING = 16;

    /** Who began what nobody has asked for. */
    private static final String NOBODY = "pinion (automatic)";

    /** Of a server that says nothing, beyond what a step waits. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** Who opens a pair on an operator's word waits so long for others that have it. */
    private static final Duration OTHERS = Duration.ofSeconds(5);

    /** Beyond that, what is left is for whoever resumes it. */
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

    /** Of questions, which promotions that wait for servers mustn't hold up. */
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
     * Makes the pair's standby its primary, or goes on with a promotion of the pair that has broken off. The stage
     * always completes normally.
     *
     * @param to the server that shall be the primary; empty for the other one than now
     * @param user who asks
     */
    public CompletionStage<PromotionOutcome> promote(String pair, Optional<String> to, Manner manner, String user) {
        return outcome(() -> begin(pair, to, manner, user));
    }

    /**
     * Makes the standby the primary of a pair whose primary nobody reaches, if nothing speaks against it: {@link
     * AutomaticDecision}. One begins at a time; the objections are asked for again when nobody else can. The stage
     * always completes normally.
     *
     * @param seen what this proxy sees; empty when the primary answers
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
     * What speaks against promoting a pair automatically; empty when nothing does. Fails when ZooKeeper is away.
     *
     * @param silent its primary
     */
    public CompletionStage<Optional<String>> objection(SilentPrimary silent) {
        return askers.ask(() -> objectionOf(silent));
    }

    /**
     * Fences a pair's standby that takes writes, if it was its primary until the pair was promoted automatically.
     *
     * @return whether it was fenced; fails with a message for people
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
            // How far it came the servers tell, but not what may be on its way to them.
            Optional<PromotionEntry> left = broken.map(before -> new PromotionEntry(journal, before, true));
            Progress first = Progress.beginning(0, proxy.get(), Instant.now());
            Operation operation = journal.create(
                    task,
                    new Origin(user, Account.OPERATOR, List.of(), Instant.now()),
                    left.map(before -> before.leftTo(first)).orElse(first));
            left.ifPresent(before -> before.end(State.CANCELLED, "forced instead"));
            // Statements that are held without an operation are what one has left that couldn't be written down.
            return run(new PromotionEntry(journal, operation, broken.isPresent() || pair.held()), task, lock);
        }
    }

    /**
     * It would go on with servers in other roles. A move whose shards have moved, and which waits, may; and a standby
     * that is being replaced may be followed by nobody yet.
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
        Operation resumed = journal.write(operation, operation.progress().resumed(0, proxy.get()));
        return run(new PromotionEntry(journal, resumed, true), task, lock);
    }

    /** Gives one up that has broken off, while its standby takes no writes. The stage always completes normally. */
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
                        : new Undone(now.generation(), ""); // The pair has other servers: there is no way back to go.
                entry.end(State.CANCELLED, undone.note().isEmpty() ? "given up" : "given up; " + undone.note());
                return undone;
            }
        });
    }

    /** Read again: somebody may have ended it before the lock was free. */
    private Operation stillUnfinished(Operation operation) throws PromotionRefused, StoreUnavailable {
        return journal.read(operation.number())
                .filter(now -> now.progress().state().isUnfinished())
                .orElseThrow(() -> new PromotionRefused(operation.name() + " has ended meanwhile"));
    }

    /** Lets a pair's primary take writes again that is fenced; fails with a message for people. */
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
     * The same for one that has restarted, without an operator's word: refused as long as anything is in doubt, an
     * operation on the pair is unfinished, or its standby can't be asked.
     *
     * @param pair whose primary was seen to have restarted
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

    /** What a promotion would do, after the checks with which it begins; fails with a message for people. */
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

    /** Of a pair on which nothing has broken off. */
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
                published(servers.pair()).takeOver();
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

    /** For what nobody has asked for, which is tried again and mustn't keep those out who know more. */
    private TaskLock lockedUnasked(Promotion task) throws PromotionRefused, StoreUnavailable {
        return locked(task, Duration.ZERO, Duration.ZERO);
    }

    /**
     * @param others how long to wait for who has it, as one that looks whether it may open the pair
     * @param behind how long to wait for the topology that is stored
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

    /** The pair as it is now; refused when its servers have other roles than before the lock was free. */
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

    /** A promotion under way goes on to its end, for which this waits; none begins any more. */
    @Override
    public void close() {
        closing = true;
        askers.close();
        workers.close(LONGEST);
    }
}
