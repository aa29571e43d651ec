package io.pinion.operations.promotion;

import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A promotion whose old primary is gone, or has transactions that the standby can't get. The transactions that it
 * acknowledged last may be lost. The standby is unfenced only when the old primary can't take writes: it is fenced if
 * it answers; otherwise an operator has said so, or, in an automatic promotion, all proxies have stopped using it. Each
 * step may be repeated. Blocks; one run, by the holder of the pair's lock.
 */
final class ForcedPromotion {
    private static final Logger log = LoggerFactory.getLogger(ForcedPromotion.class);

    private final PromotionServers servers;
    private final PublishedPair published;
    private final PromotionTimeouts timeouts;
    private final LostIds lostIds;
    private final LeftPrimary left;
    private final ServerConnection next;

    /** @param left waits until no proxy uses the old primary, for an automatic promotion without it */
    ForcedPromotion(
            PromotionServers servers,
            PublishedPair published,
            PromotionTimeouts timeouts,
            LostIds lostIds,
            LeftPrimary left) {
        this.servers = servers;
        this.published = published;
        this.timeouts = timeouts;
        this.lostIds = lostIds;
        this.left = left;
        this.next = servers.next();
    }

    /**
     * @param lock the pair's, held all the time
     * @throws SQLException the standby can't be asked, before anything was done
     */
    Promoted run(Manner manner, TaskLock lock, PromotionEntry entry) throws SQLException, PromotionRefused {
        requireCertainty(manner, entry);
        boolean gone = manner == Manner.AUTOMATIC && servers.old().isEmpty() && !entry.mayBeOpen();
        entry.step("waiting until " + next + " has applied all that it has received");
        awaitApplied();
        entry.step("taking over");
        long begun = System.nanoTime();
        Handover handover;
        try {
            long held = published.hold(lock);
            if (gone) {
                entry.step("waiting until no proxy uses "
                        + servers.pair().primary().name() + " any more");
                left.await(servers.pair().primary().name(), held);
                // A primary that only proxies can't reach may have sent the standby more meanwhile.
                awaitApplied();
            }
            handover = handover(manner);
            PromotionRefused.unlessHeld(lock);
            if (handover.whole()) {
                entry.opening();
            } else {
                entry.opening(entry.missing().orElse(handover.missing()));
                // The transactions missing here would arrive when the old primary returns, and touch rows that have
                // changed since.
                next.forgetSource();
            }
        } catch (PromotionRefused | SQLException | RuntimeException e) {
            boolean mayGoBack = !entry.mayBeOpen() && lock.isHeldWithin(TaskLock.PATIENTLY);
            throw mayGoBack ? undone(e, entry, lock) : halfDone(e, entry);
        }
        int raised = open(handover, entry);
        long generation = release(entry);
        Duration pause = Duration.ofNanos(System.nanoTime() - begun);
        String missing = entry.missing().orElse(Promoted.NOTHING);
        log.atWarn()
                .addKeyValue("pair", servers.pair().name())
                .addKeyValue("primary", next)
                .addKeyValue("may_be_missing", missing)
                .addKeyValue("raised_counters", raised)
                .log("A pair has another primary, by force");
        return new Promoted(servers.pair().turned(), pause, handover.ended(), generation, missing);
    }

    /**
     * Requires that the old primary's state is known. One that doesn't answer may take writes unless the operator says
     * otherwise; one that answers isn't replaced automatically.
     */
    private void requireCertainty(Manner manner, PromotionEntry entry) throws SQLException, PromotionRefused {
        String pair = servers.pair().name();
        if (manner == Manner.AUTOMATIC && servers.old().isPresent() && !entry.isResumed()) {
            throw new PromotionRefused(servers.old().get() + " answers by now");
        }
        if (servers.old().isEmpty() && manner != Manner.FENCED && manner != Manner.AUTOMATIC) {
            throw new PromotionRefused(servers.oldSays() + ", so nobody knows that it takes no writes. " + next
                    + " has received everything up to '" + next.received().gtids()
                    + "'; what was acknowledged behind that would be lost. Make sure that the old primary is off, or that"
                    + " no client and no proxy can reach it, and say PROMOTE PAIR " + pair + " FORCE FENCED");
        }
    }

    private void awaitApplied() throws SQLException, PromotionRefused {
        ReplicationHealth health = next.replication();
        if (!health.configured()) {
            return;
        }
        if (!health.applying()) {
            throw new PromotionRefused(next + " doesn't apply what it has received"
                    + (health.lastError().isEmpty() ? "" : ": " + health.lastError())
                    + "; start that (START REPLICA SQL_THREAD), or give up what isn't applied there ("
                    + String.join("; ", next.dialect().forgetSource()) + "), and try again");
        }
        Position received = next.received();
        if (!next.awaitPosition(received, timeouts.lag())) {
            throw new PromotionRefused(next + " hasn't applied all that it has received, up to '" + received.gtids()
                    + "', within " + timeouts.lag().toSeconds() + " s: try again when it has");
        }
    }

    /**
     * @param whole whether the standby has all that the old primary has
     * @param ended connections to the old primary that were ended
     */
    private record Handover(boolean whole, int ended, String missing) {}

    private Handover handover(Manner manner) throws SQLException, PromotionRefused {
        Optional<ServerConnection> old = servers.old();
        if (old.isEmpty()) {
            return withoutOld();
        }
        try {
            return handover(old.get());
        } catch (SQLException e) {
            // The operator's FENCED covers a server that is gone; one that only refuses the fence may still take
            // writes.
            if (manner == Manner.FENCED && ServerConnection.isLost(e)) {
                return withoutOld();
            }
            throw new PromotionRefused(old.get() + " can't be fenced, and may take writes: " + e.getMessage()
                    + "; once it is off, say PROMOTE PAIR " + servers.pair().name() + " FORCE FENCED");
        }
    }

    private Handover handover(ServerConnection old) throws SQLException {
        Set<String> users = PairPromotion.users(servers.topology());
        int ended = Fence.close(old, users, timeouts.fence());
        int branches = old.preparedBranches();
        Position last = old.position();
        if (branches == 0 && next.replication().applying() && next.awaitPosition(last, timeouts.hold())) {
            return new Handover(true, ended, Promoted.NOTHING);
        }
        return new Handover(
                false,
                ended,
                "what " + old + " has up to '" + last.gtids() + "' and " + next + ", at '"
                        + next.position().gtids() + "', hasn't"
                        + (branches == 0 ? "" : ", and " + branches + " prepared transactions there"));
    }

    private Handover withoutOld() throws SQLException {
        return new Handover(
                false,
                0,
                "what " + servers.pair().primary().name() + " had acknowledged behind '"
                        + next.position().gtids() + "'");
    }

    // --- afterwards

    private int open(Handover handover, PromotionEntry entry) throws PromotionRefused {
        try {
            next.unfence();
            return handover.whole() ? 0 : lostIds.passOver(next);
        } catch (SQLException e) {
            throw halfDone(e, entry);
        }
    }

    private long release(PromotionEntry entry) throws PromotionRefused {
        try {
            return published.turnAtLast();
        } catch (PromotionRefused e) {
            throw halfDone(e, entry);
        }
    }

    private PromotionRefused halfDone(Exception why, PromotionEntry entry) {
        return PromotionRefused.halfDone(why.getMessage() + "; " + next
                + " may take writes, and statements for the pair are held: RESUME OPERATION "
                + entry.operation().number() + " goes on from there");
    }

    /**
     * Ends the hold. The standby is fenced. The old primary stays fenced if it is, since the operator meant to give it
     * up.
     */
    private PromotionRefused undone(Exception why, PromotionEntry entry, TaskLock lock) {
        String pair = servers.pair().name();
        String primary = servers.pair().primary().name();
        boolean touched = servers.old().isPresent();
        String message =
                why.getMessage() + (touched ? "; " + primary + " may be fenced, and takes writes again by" : "");
        try {
            published.releaseAtLast(lock);
            return PromotionRefused.undone(message + (touched ? " OPEN PAIR " + pair : ""));
        } catch (PromotionRefused e) {
            return PromotionRefused.halfDone(message + (touched ? "" : "; the way back is") + " CANCEL OPERATION "
                    + entry.operation().number() + "; statements for the pair are still held: " + e.getMessage());
        }
    }
}
