package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.KnownRoles;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RequestKind;
import io.pinion.operations.engine.RequestedOperations;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.promotion.PromotionOutcome.Completed;
import io.pinion.operations.promotion.PromotionOutcome.NotPromoted;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The promotions that this proxy runs, and the opening of fenced primaries. The lock of a pair lets one run at a time
 * in the cluster. Thread-safe; no call blocks.
 */
public final class Promotions implements RequestedOperations {
    public static final OperationDefinition DEFINITION = new OperationDefinition(
            PromotionStatements.ALL, services -> new Promotions(services, PromotionTimeouts.DEFAULT));

    private static final int MAX_WAITING = 16;

    /** The user that the journal names for an automatic promotion. */
    private static final String NOBODY = "pinion (automatic)";

    /** How long OPEN PAIR waits for another holder of the pair's lock, such as a proxy that checks a restarted primary. */
    private static final Duration OTHERS = Duration.ofSeconds(5);

    private final OperationServices services;
    private final PromotionTimeouts timeouts;
    private final OperationRunner<Promotion, PromotionAttempt, Completed> runner;

    /** For {@link #objection}, which must not wait behind promotions that wait for servers. */
    private final Workers askers = new Workers("pinion-promotion-question", 1, MAX_WAITING);

    public Promotions(OperationServices services, PromotionTimeouts timeouts) {
        this.services = services;
        this.timeouts = timeouts;
        this.runner = new OperationRunner<>(new PromotionWorkflow(services, timeouts), services);
    }

    @Override
    public List<RequestKind<?, ?>> kinds() {
        return List.of(
                new RequestKind<>(WantedPromotion.class, runner, "not promoted: ", this::promoted, this::planned),
                new RequestKind<>(WantedOpening.class, runner, "not opened: ", (wanted, user) -> opened(wanted)));
    }

    // --- promotions

    /** Makes the pair's standby its primary, or goes on with an unfinished promotion of the pair. */
    private Completed promoted(WantedPromotion wanted, String user)
            throws OperationRefused, StoreUnavailable, VersionConflict {
        Pair seen = OperationServices.pair(services.topology(), wanted.pair());
        Promotion task = task(seen, wanted.manner());
        try (TaskLock lock = runner.locked(task)) {
            Pair pair = unchanged(seen);
            Optional<Operation> broken = brokenOff(task);
            if (broken.isPresent() && isTheSame(wanted, broken.get())) {
                return runner.goOn(broken.get(), (Promotion) broken.get().task(), lock);
            }
            requireNoOther(wanted, task, broken);
            requireTarget(wanted, pair);
            Origin origin = Origin.of(user, Account.OPERATOR);
            if (broken.isPresent()) {
                // The servers show how far the unfinished promotion came, but not a statement that is still on its way
                // to them.
                return runner.beginInstead(
                        broken.get(), task, origin, inherited(broken.get().progress()), lock, "forced instead");
            }
            // A hold without an operation is left by a promotion whose end couldn't be written into the journal.
            return runner.begin(
                    task,
                    origin,
                    pair.held() ? services.beginning(0).in(PromotionWorkflow.TAKING_OVER) : services.beginning(0),
                    lock);
        }
    }

    /** Whoever asks for the same goes on with it. */
    private static boolean isTheSame(WantedPromotion wanted, Operation broken) {
        return broken.task() instanceof Promotion left
                && wanted.to().orElse(left.to()).equals(left.to())
                && wanted.manner() == left.manner();
    }

    /** One by force takes the place of another that has broken off. */
    private void requireNoOther(WantedPromotion wanted, Promotion task, Optional<Operation> broken)
            throws OperationRefused, StoreUnavailable {
        if (broken.isEmpty()) {
            runner.requireNoOther(task);
        } else if (broken.get().task() instanceof Promotion left
                && (!left.to().equals(task.to()) || wanted.manner().compareTo(left.manner()) < 0)) {
            throw OperationRunner.unfinished(broken.get());
        }
    }

    private static void requireTarget(WantedPromotion wanted, Pair pair) throws OperationRefused {
        if (wanted.to().isEmpty()) {
            return;
        }
        String to = wanted.to().get();
        if (to.equals(pair.primary().name())) {
            throw new OperationRefused(to + " is the primary of pair " + pair.name() + " already");
        }
        if (!pair.has(to)) {
            throw new OperationRefused("pair " + pair.name() + " has no server " + to + ": known are "
                    + String.join(
                            ", ", pair.servers().stream().map(Server::name).toList()) + " (SHOW PAIRS)");
        }
    }

    /** The first progress of a promotion that replaces an unfinished one: its steps have the same names. */
    private Progress inherited(Progress left) {
        Progress next = left.furthest().isEmpty()
                ? services.beginning(0)
                : services.beginning(0).in(left.furthest());
        String missing = left.facts().get(PromotionAttempt.MISSING);
        return missing == null ? next : next.withFact(PromotionAttempt.MISSING, missing);
    }

    private Optional<Operation> brokenOff(Promotion task) throws StoreUnavailable {
        return runner.brokenOff(left -> left.pair().equals(task.pair()));
    }

    /** What a promotion would do, after the checks with which it begins. */
    private List<PlannedAction> planned(WantedPromotion wanted, String user)
            throws OperationRefused, SQLException, StoreUnavailable {
        Pair pair = OperationServices.pair(services.topology(), wanted.pair());
        Promotion task = task(pair, wanted.manner());
        Optional<Operation> broken = brokenOff(task);
        if (broken.isPresent() && isTheSame(wanted, broken.get())) {
            return runner.explainRest(broken.get());
        }
        requireNoOther(wanted, task, broken);
        requireTarget(wanted, pair);
        runner.requireNoneRuns(task);
        return runner.explain(task, Origin.of(user, Account.OPERATOR), broken);
    }

    // --- without an operator

    /**
     * Promotes the standby of a pair whose primary the proxies don't reach, unless {@link AutomaticDecision} objects.
     * The objections are asked for again under the pair's lock. The stage always completes normally.
     *
     * @param seen the silent primary as this proxy sees it; empty when the primary answers
     */
    public CompletionStage<PromotionOutcome> promoteUnasked(String pair, Supplier<Optional<SilentPrimary>> seen) {
        return runner.<PromotionOutcome>ask(() -> {
                    Promotion task = task(OperationServices.pair(services.topology(), pair), Manner.AUTOMATIC);
                    try (TaskLock lock = lockedUnasked(task)) {
                        SilentPrimary silent =
                                seen.get().orElseThrow(() -> new OperationRefused(task.from() + " answers"));
                        Optional<String> objection = objectionOf(silent);
                        if (objection.isPresent() || !task.isOf(silent.pair())) {
                            throw new OperationRefused(objection.orElse("the pair's servers have changed their roles"));
                        }
                        return runner.begin(task, Origin.of(NOBODY, Account.OPERATOR), services.beginning(0), lock);
                    }
                })
                .exceptionally(thrown -> new NotPromoted(String.valueOf(thrown.getMessage())));
    }

    private Optional<String> objectionOf(SilentPrimary silent) throws StoreUnavailable {
        String primary = silent.pair().primary().name();
        Optional<String> objection = AutomaticDecision.objectionOf(silent);
        if (objection.isEmpty()) {
            objection = AutomaticDecision.objectionOf(services.proxies().list(), primary);
        }
        return objection.isPresent()
                ? objection
                : AutomaticDecision.objectionOf(services.journal().list(), silent, Instant.now());
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
        return runner.ask(() -> {
            Pair seen = OperationServices.pair(services.topology(), name);
            Promotion task = task(seen, Manner.AUTOMATIC);
            try (TaskLock lock = lockedUnasked(task)) {
                Pair pair = unchanged(seen);
                if (pair.held() || brokenOff(task).isPresent()) {
                    throw new OperationRefused("a promotion of pair " + name + " is unfinished");
                }
                return ReturnedPrimary.is(pair, services.journal())
                        && new ReturnedPrimary(servers(pair, lock), timeouts).fence();
            }
        });
    }

    /**
     * The lock for automatic work. It waits for nothing, since such work is tried again, and a proxy with a newer
     * topology may need the lock.
     */
    private TaskLock lockedUnasked(Promotion task) throws OperationRefused, StoreUnavailable {
        return runner.locked(task, Duration.ZERO, Duration.ZERO);
    }

    // --- the opening of primaries

    /** Unfences a pair's primary. */
    private OpenedPair opened(WantedOpening wanted) throws OperationRefused, SQLException, StoreUnavailable {
        Pair pair = OperationServices.pair(services.topology(), wanted.pair());
        return opened(pair, OTHERS, KnownRoles.ON_ITS_WAY, PrimaryOpening::run);
    }

    /**
     * Unfences a restarted primary without an operator. Refused in any doubt: while an operation on the pair is
     * unfinished, or when the standby doesn't answer.
     *
     * @param pair the pair whose primary was seen to have restarted
     */
    public CompletionStage<OpenedPair> openRestarted(Pair pair) {
        return runner.ask(() -> opened(pair, Duration.ZERO, Duration.ZERO, PrimaryOpening::runUnasked));
    }

    /** One of the ways to open a primary. */
    private interface Opening {
        OpenedPair by(PrimaryOpening opening) throws SQLException, OperationRefused;
    }

    private OpenedPair opened(Pair seen, Duration others, Duration behind, Opening way)
            throws OperationRefused, SQLException, StoreUnavailable {
        String standby = seen.standby().map(Server::name).orElse("");
        Promotion task = new Promotion(seen.name(), seen.primary().name(), standby, Manner.PLANNED);
        try (TaskLock lock = runner.locked(task, others, behind)) {
            Pair pair = unchanged(seen);
            Optional<Operation> broken = brokenOff(task);
            if (broken.isPresent()) {
                throw OperationRunner.unfinished(broken.get());
            }
            return way.by(new PrimaryOpening(servers(pair, lock)));
        }
    }

    private PairServers servers(Pair pair, TaskLock lock) {
        return new PairServers(services, pair, lock, new TopologyChange(services, lock), timeouts.silence());
    }

    private static Promotion task(Pair pair, Manner manner) throws OperationRefused {
        return new Promotion(
                pair.name(), pair.primary().name(), PairServers.standby(pair).name(), manner);
    }

    /** The pair as it is now; refused when its servers have changed roles before the lock was free. */
    private Pair unchanged(Pair before) throws OperationRefused {
        Pair now = OperationServices.pair(services.topology(), before.name());
        if (!now.withHeld(false).equals(before.withHeld(false))) {
            throw new OperationRefused("the servers of pair " + before.name()
                    + " have just changed their roles: look at them (SHOW PAIRS)");
        }
        return now;
    }

    @Override
    public void close() {
        askers.close();
        runner.close();
    }
}
