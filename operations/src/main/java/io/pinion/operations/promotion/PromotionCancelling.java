package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.promotion.PromotionOutcome.Undone;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import java.sql.SQLException;
import java.time.Duration;

/** Cancels an unfinished promotion whose standby takes no writes yet. Blocks; for the holder of the pair's lock. */
final class PromotionCancelling {
    private final Topology topology;
    private final Pair pair;
    private final PublishedPair published;
    private final ServerAccess access;
    private final Duration silence;

    /**
     * @param pair as it was before the promotion
     * @param silence how long a server may take for an answer
     */
    PromotionCancelling(Topology topology, Pair pair, PublishedPair published, ServerAccess access, Duration silence) {
        this.topology = topology;
        this.pair = pair;
        this.published = published;
        this.access = access;
        this.silence = silence;
    }

    /** Unfences the old primary and ends the hold; refused when the standby takes writes or may. */
    Undone run(TaskLock lock, PromotionEntry entry) throws SQLException, PromotionRefused {
        Account operator = PromotionServers.operator(topology);
        entry.takeOver();
        String note = ofClosedStandby(operator, entry);
        try (ServerConnection primary = PromotionServers.open(access, pair.primary(), operator, silence)) {
            if (primary.isFenced()) {
                // A primary that takes writes has lost nothing: MySQL sends transactions before its own GTID set shows
                // them.
                requireNothingBeyond(primary, operator, entry);
            }
            // Refused if the servers have other roles in ZooKeeper than in this proxy.
            published.outdateOlderWriters();
            published.hold(lock);
            PromotionRefused.unlessHeld(lock);
            primary.unfence();
            return new Undone(published.releaseAtLast(lock), note);
        }
    }

    /** Requires that the primary has all transactions of the standby; skipped if the standby is down. */
    private void requireNothingBeyond(ServerConnection primary, Account operator, PromotionEntry entry)
            throws SQLException, PromotionRefused {
        try (ServerConnection standby =
                ServerConnection.open(access, PromotionServers.standby(pair), operator, silence)) {
            Rollback.requireNothingBeyond(primary, standby, pair.name(), entry);
        } catch (Secrets.SecretMissing e) {
            throw new PromotionRefused(String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            if (!ServerConnection.isLost(e)) {
                throw e;
            }
        }
    }

    /**
     * Requires that the standby takes no writes. If it doesn't answer, the journal decides: the promotion enters there
     * that it will unfence the standby before it does.
     *
     * @return a note for the operator about the standby; empty for none
     */
    private String ofClosedStandby(Account operator, PromotionEntry entry) throws SQLException, PromotionRefused {
        Server standby = PromotionServers.standby(pair);
        try (ServerConnection next = PromotionServers.open(access, standby, operator, silence)) {
            if (entry.mayBeOpen()) {
                // A stalled proxy's statement that unfences it may still be on its way.
                next.endOthers(operator.user());
            }
            if (next.isFenced()) {
                return next.replication().configured() ? "" : followsNobody(next, operator);
            }
        } catch (PromotionRefused away) {
            if (!entry.mayBeOpen()) {
                return "";
            }
        }
        throw new PromotionRefused(
                standby.name() + " takes writes already, or may, so there is no way back: RESUME OPERATION "
                        + entry.operation().number() + " ends the promotion, and another one leads back");
    }

    /**
     * The note for a standby that doesn't replicate, as after a forced promotion, which stops replication before it
     * unfences.
     */
    private String followsNobody(ServerConnection next, Account operator) throws PromotionRefused {
        Account account = topology.account("replication").orElse(operator);
        try {
            ReplicationLogin hidden = new ReplicationLogin(
                    account.user(), "...", access.replicationLogin(account).tls());
            Server primary = pair.primary();
            return "the standby " + next
                    + " follows nobody any more, and lacks what clients write from now on: let it follow "
                    + primary.name() + " again, there by "
                    + String.join(
                            "; ", next.dialect().follow(new ReplicationSource(primary.host(), primary.port(), hidden)))
                    + " with the password of " + account.user() + ", or REPLACE STANDBY " + pair.name()
                    + " WITH an empty server";
        } catch (Secrets.SecretMissing e) {
            throw new PromotionRefused(String.valueOf(e.getMessage()));
        }
    }
}
