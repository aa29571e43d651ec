package io.pinion.operations.promotion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A promotion whose old primary is gone, or has transactions that the standby can't get. The transactions that it
 * acknowledged last may be lost. The standby is unfenced only when the old primary can't take writes: it is fenced if
 * it answers; otherwise an operator has said so, or, in an automatic promotion, all proxies have stopped using it.
 */
final class ForcedPromotion extends PromotionAttempt {
    private static final Logger log = LoggerFactory.getLogger(ForcedPromotion.class);

    /** The fact with the margin by which ids of new rows are raised, since those of lost rows aren't known. */
    private static final String ID_MARGIN = "id_margin";

    /** What this attempt has found to be lost; empty when the standby has all that the old primary has. */
    private Optional<String> lost = Optional.empty();

    /** Whether the old primary has lost transactions that the standby has, as by a restart. */
    private boolean oldHasLost;

    ForcedPromotion(
            OperationServices services, PromotionTimeouts timeouts, Promotion task, RunningOperation operation) {
        super(services, timeouts, task, operation);
    }

    @Override
    PromotionPlan plan() {
        return new ForcedPromotionPlan(this);
    }

    private Manner manner() {
        return task().manner();
    }

    /**
     * Requires that the old primary's state is known. One that doesn't answer may take writes unless the operator says
     * otherwise; one that answers isn't replaced automatically.
     */
    @Override
    void check() throws OperationRefused, SQLException {
        super.check();
        Optional<ServerConnection> old = old();
        if (manner() == Manner.AUTOMATIC && old.isPresent() && !operation().isResumed()) {
            throw new OperationRefused(old.get() + " answers by now");
        }
        if (old.isEmpty() && manner() == Manner.FORCED) {
            throw new OperationRefused(oldSays() + ", so nobody knows that it takes no writes. " + next()
                    + " has received everything up to '" + next().received().gtids()
                    + "'; what was acknowledged behind that would be lost. Make sure that the old primary is off, or that"
                    + " no client and no proxy can reach it, and say PROMOTE PAIR " + task().pair() + " FORCE FENCED");
        }
        requireApplying();
    }

    @Override
    void awaitStandby() throws OperationRefused, SQLException {
        awaitApplied();
    }

    private void requireApplying() throws SQLException, OperationRefused {
        ServerConnection next = next();
        ReplicationHealth health = next.replication();
        Optional<String> unapplied = next.dialect().unapplied(health);
        if (unapplied.isPresent()) {
            throw new OperationRefused(next + " " + unapplied.get() + "; then try again"
                    + (health.lastError().isEmpty() ? "" : ". Its error: " + health.lastError()));
        }
    }

    private void awaitApplied() throws SQLException, OperationRefused {
        requireApplying();
        ServerConnection next = next();
        if (!next.replication().configured()) {
            return;
        }
        Position received = next.received();
        if (!next.awaitPosition(received, timeouts().lag())) {
            throw new OperationRefused(next + " hasn't applied all that it has received, up to '" + received.gtids()
                    + "', within " + timeouts().lag().toSeconds() + " s: try again when it has");
        }
    }

    // --- while statements wait

    @Override
    void handOver(boolean mayBeOpen) throws OperationRefused, SQLException {
        boolean gone = manner() == Manner.AUTOMATIC && old().isEmpty() && !mayBeOpen;
        long held = hold();
        if (gone) {
            String primary = pair().primary().name();
            operation().tell("waiting until no proxy uses " + primary + " any more");
            new LeftPrimary(services().proxies(), timeouts().quiet(), operation()::isStopping).await(primary, held);
            // A primary that only proxies can't reach may have sent the standby more meanwhile.
            awaitApplied();
        }
        lost = missingBehind();
    }

    private Optional<String> missingBehind() throws OperationRefused, SQLException {
        Optional<ServerConnection> old = old();
        if (old.isEmpty()) {
            return lostWithOld();
        }
        try {
            return lostBehind(old.get());
        } catch (SQLException e) {
            // The operator's FENCED covers a server that is gone; one that only refuses the fence may still take
            // writes.
            if (manner() == Manner.FENCED && ServerConnection.isLost(e)) {
                return lostWithOld();
            }
            throw new OperationRefused(old.get() + " can't be fenced, and may take writes: " + e.getMessage()
                    + "; once it is off, say PROMOTE PAIR " + task().pair() + " FORCE FENCED");
        }
    }

    /** Fences the old primary, and lets the standby get what that has, if it can. */
    private Optional<String> lostBehind(ServerConnection old) throws OperationRefused, SQLException {
        ServerConnection next = next();
        ended(Fence.close(old, servers().users(), timeouts().fence()));
        int branches = old.preparedBranches();
        Position last = old.position();
        if (branches == 0
                && next.replication().applying()
                && next.awaitPosition(last, timeouts().hold())
                && old.lostBy(next).isEmpty()) {
            oldHasLost = !next.lostBy(old).isEmpty();
            return Optional.empty();
        }
        return Optional.of("what " + old + " has up to '" + last.gtids() + "' and " + next + ", at '"
                + next.reached() + "', hasn't"
                + (branches == 0 ? "" : ", and " + branches + " prepared transactions there"));
    }

    private Optional<String> lostWithOld() throws OperationRefused, SQLException {
        return Optional.of("what " + pair().primary().name() + " had acknowledged behind '" + next().reached() + "'");
    }

    /** What an earlier attempt has found counts: this one may find less, since the standby has been opened. */
    @Override
    Progress withLost(Progress opening) {
        if (lost.isEmpty()) {
            return opening;
        }
        String words = missing().orElse(lost.get());
        return opening.withFact(MISSING, words)
                .withFact(ID_MARGIN, Long.toString(LostIds.MARGIN))
                .withState(State.RUNNING, Promoted.MAY_BE_MISSING + words);
    }

    @Override
    String handOverState() throws OperationRefused {
        return next() + " may take writes";
    }

    /**
     * Ends the hold. The standby is fenced. The old primary stays fenced if it is, since the operator meant to give it
     * up.
     */
    @Override
    OperationRefused undone(String why) throws OperationRefused {
        String primary = pair().primary().name();
        boolean touched = old().isPresent();
        String message = why + (touched ? "; " + primary + " may be fenced, and takes writes again by" : "");
        try {
            release();
            return OperationRefused.undone(message + (touched ? " OPEN PAIR " + task().pair() : ""));
        } catch (OperationRefused e) {
            return OperationRefused.halfDone(message + (touched ? "" : "; the way back is") + " CANCEL OPERATION "
                    + operation().number() + "; statements for the pair are still held: " + e.getMessage());
        }
    }

    // --- the standby becomes the primary

    @Override
    void open() throws OperationRefused {
        int raised = 0;
        try {
            if (lost.isPresent() || oldHasLost) {
                // The transactions missing here would arrive when the old primary returns, and touch rows that have
                // changed since. Behind those missing there it can't send what comes next.
                next().forgetSource();
            }
            next().unfence();
            if (lost.isPresent()) {
                raised = ids().passOver(next(), servers().login(servers().standby()));
            }
        } catch (SQLException e) {
            throw halfDone(e.getMessage() + "; " + handOverState());
        }
        turn();
        log.atWarn()
                .addKeyValue("pair", task().pair())
                .addKeyValue("primary", next())
                .addKeyValue("may_be_missing", missing().orElse(Promoted.NOTHING))
                .addKeyValue("raised_counters", raised)
                .log("A pair has another primary, by force");
    }

    /** Those that lost rows may have had. */
    LostIds ids() {
        return new LostIds(services().topology(), task().pair());
    }
}
