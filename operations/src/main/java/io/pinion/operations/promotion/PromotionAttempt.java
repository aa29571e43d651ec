package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.ProxyStopping;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.promotion.PromotionOutcome.Completed;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.promotion.PromotionOutcome.Undone;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a promotion, from wherever an earlier one has ended: what the steps of each manner share. Each step
 * may be repeated. Blocks.
 */
abstract sealed class PromotionAttempt implements Attempt<Completed> permits PairPromotion, ForcedPromotion {
    /** The fact that says in words which transactions may be lost. */
    static final String MISSING = "missing";

    private final OperationServices services;
    private final PromotionTimeouts timeouts;
    private final Promotion task;
    private final RunningOperation operation;
    private final boolean takenUp;
    private final Optional<Pair> before;
    private Topology topology;
    private @Nullable ServerConnection next;
    private @Nullable ServerConnection old;
    private String oldSays = "";
    private long waitingSince = System.nanoTime();
    private Duration pause = Duration.ZERO;
    private int ended;
    private String note = "";

    PromotionAttempt(
            OperationServices services, PromotionTimeouts timeouts, Promotion task, RunningOperation operation) {
        this.services = services;
        this.timeouts = timeouts;
        this.task = task;
        this.operation = operation;
        this.takenUp = operation.mayHaveBegun(PromotionWorkflow.TAKING_OVER);
        this.topology = services.topology();
        this.before = topology.pair(task.pair());
    }

    OperationServices services() {
        return services;
    }

    PromotionTimeouts timeouts() {
        return timeouts;
    }

    Promotion task() {
        return task;
    }

    RunningOperation operation() {
        return operation;
    }

    /** Whether an earlier attempt, or another promotion, may have held statements or fenced the old primary. */
    boolean isTakenUp() {
        return takenUp;
    }

    // --- the pair and its servers

    /** The pair as this attempt begins with it. */
    Pair pair() throws OperationRefused {
        return before.isPresent() ? before.get() : OperationServices.pair(topology, task.pair());
    }

    PairServers servers() throws OperationRefused {
        return new PairServers(
                services, pair(), operation.lock(), TopologyChange.of(services, operation), timeouts.silence());
    }

    /** The standby to promote. */
    ServerConnection next() throws OperationRefused {
        if (next == null) {
            next = servers().open(servers().standby());
        }
        return next;
    }

    /** The old primary; empty when it doesn't answer. */
    Optional<ServerConnection> old() throws OperationRefused {
        if (old == null && oldSays.isEmpty()) {
            try {
                old = servers().open(pair().primary());
            } catch (OperationRefused e) {
                oldSays = e.getMessage();
            }
        }
        return Optional.ofNullable(old);
    }

    ServerConnection reachedOld() throws OperationRefused {
        return old().orElseThrow(
                        () -> new OperationRefused(oldSays + "; if it doesn't come back, PROMOTE PAIR " + task.pair()
                                + " FORCE FENCED does without it: FENCED is your word that it is off, or cut off from clients and"
                                + " proxies"));
    }

    /** Why the old primary doesn't answer. */
    String oldSays() {
        return oldSays;
    }

    /** Whether the pair has its new roles, so that nothing is left to do. */
    boolean isPromoted() {
        return topology.pair(task.pair())
                .filter(pair -> pair.primary().name().equals(task.to()))
                .isPresent();
    }

    /** Whether an attempt has unfenced the standby, or was about to. */
    boolean mayBeOpen() {
        return operation.mayHaveBegun(PromotionWorkflow.OPENING);
    }

    /** The transactions that an attempt has entered as lost. */
    Optional<String> missing() {
        return operation.noted(MISSING);
    }

    /** What EXPLAIN shows. */
    abstract PromotionPlan plan();

    // --- its steps

    /** Requires the roles that the task names and the rights that its work needs, and makes the writes of an earlier attempt come too late. */
    void check() throws OperationRefused, SQLException {
        if (!task.isOf(pair())) {
            throw new OperationRefused("the servers of pair " + task.pair() + " are "
                    + pair().primary().name() + " and " + servers().standby().name() + " by now (SHOW PAIRS)");
        }
        next();
        servers().requireRights(Stream.concat(old().stream(), Stream.of(next())).toList());
        if (takenUp) {
            outdateOlderWriters();
        }
    }

    /** Waits until the standby has, or nearly has, what it needs: clients don't wait yet. */
    abstract void awaitStandby() throws OperationRefused, SQLException;

    /**
     * Holds statements, sees to it that the old primary takes no writes and the standby has all that it can get, and
     * enters that the standby is about to be unfenced. A proxy that takes the promotion over writes there, too, so that
     * only one of the two goes on. Clients wait, so that a failure is undone at once.
     */
    void takeOver() throws OperationRefused {
        boolean mayBeOpen = mayBeOpen();
        try {
            handOver(mayBeOpen);
            servers().requireHeld();
            operation.update(progress -> withLost(progress.in(PromotionWorkflow.OPENING)));
        } catch (OperationRefused | SQLException | RuntimeException e) {
            // It is undone, and no other proxy goes on with it.
            String why = e instanceof ProxyStopping ? "this proxy is being stopped" : String.valueOf(e.getMessage());
            throw mayBeOpen || !operation.lock().isHeldWithin(TaskLock.PATIENTLY)
                    ? halfDone(why + "; " + handOverState())
                    : undone(why);
        }
    }

    /** @param mayBeOpen whether the standby may take writes already */
    abstract void handOver(boolean mayBeOpen) throws OperationRefused, SQLException;

    /** Adds what is known to be lost. */
    abstract Progress withLost(Progress opening);

    /** The state of the servers when the hand-over has failed and can't be undone. */
    abstract String handOverState() throws OperationRefused;

    /** Goes back behind a failure for which clients wait. */
    abstract OperationRefused undone(String why) throws OperationRefused;

    /** Unfences the standby, and stores the new roles. There is no way back behind this. */
    abstract void open() throws OperationRefused;

    OperationRefused halfDone(String why) {
        return OperationRefused.halfDone(why + ", and statements for the pair are held: RESUME OPERATION "
                + operation.number() + " goes on from there");
    }

    void outdateOlderWriters() throws OperationRefused {
        TopologyChange.of(services, operation).outdateOlderWriters();
    }

    /** @return the generation of the topology with which proxies hold the pair's statements */
    long hold() throws OperationRefused {
        topology = servers().stored().hold();
        clientsWait();
        return topology.generation();
    }

    /** From now on, as far as the length of their pause is told. */
    void clientsWait() {
        waitingSince = System.nanoTime();
    }

    void release() throws OperationRefused {
        topology = servers().stored().release();
    }

    /** The old primary takes no writes and the standby does, so no other outcome is possible. */
    void turn() throws OperationRefused {
        try {
            topology = servers().stored().turn();
            pause = Duration.ofNanos(System.nanoTime() - waitingSince);
        } catch (OperationRefused e) {
            throw OperationRefused.halfDone("the servers of pair " + task.pair() + " have changed their roles, "
                    + task.to() + " takes writes, but the topology can't say so: " + e.getMessage()
                    + "; RESUME OPERATION " + operation.number() + " as soon as it can");
        }
    }

    /** Counts connections to the old primary that were ended. */
    void ended(int connections) {
        ended += connections;
    }

    Duration pause() {
        return pause;
    }

    // --- the way back

    /**
     * Leads back for somebody who gives the promotion up; refused when the standby is the primary, or takes writes, or
     * may.
     */
    void goBack() throws OperationRefused, SQLException {
        if (isPromoted()) {
            throw new OperationRefused(task.to() + " is the primary by now: RESUME OPERATION " + operation.number()
                    + " ends the promotion, and another one leads back");
        }
        // A pair with other servers by now has nothing that could be undone.
        if (before.filter(task::isOf).isPresent()) {
            note = new Rollback(this).run();
        }
    }

    // --- its end

    @Override
    public Completed answer() {
        if (!isPromoted()) {
            return new Undone(topology.generation(), note);
        }
        Promoted promoted = new Promoted(
                topology.pair(task.pair()).orElseThrow(),
                pause,
                ended,
                topology.generation(),
                missing().orElse(Promoted.NOTHING));
        return new UnfinishedMoves(services.journal()).toldIn(promoted, task);
    }

    @Override
    public String note() {
        return isPromoted() ? missing().map(Promoted.MAY_BE_MISSING::concat).orElse("") : note;
    }

    @Override
    public void close() {
        if (old != null) {
            old.close();
        }
        if (next != null) {
            next.close();
        }
    }
}
