package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import java.sql.SQLException;

/** Leads an unfinished promotion back whose standby takes no writes yet. Blocks; for the holder of the pair's lock. */
record Rollback(PromotionAttempt attempt) {
    /**
     * Unfences the old primary and ends the hold; refused when the standby takes writes or may.
     *
     * @return what is left to do for the operator; empty for nothing
     */
    String run() throws OperationRefused, SQLException {
        PairServers servers = attempt.servers();
        String note = ofClosedStandby(servers);
        try (ServerConnection primary = servers.open(servers.pair().primary())) {
            if (primary.isFenced()) {
                // A primary that takes writes has lost nothing: MySQL sends transactions before its own GTID set shows
                // them.
                requireNothingBeyondIfReached(primary, servers);
            }
            attempt.outdateOlderWriters();
            // Refused if the servers have other roles in ZooKeeper than in this proxy.
            attempt.hold();
            servers.requireHeld();
            primary.unfence();
            attempt.release();
            return note;
        }
    }

    /** Skipped if the standby is down. */
    private void requireNothingBeyondIfReached(ServerConnection primary, PairServers servers)
            throws OperationRefused, SQLException {
        try (ServerConnection standby = servers.login(servers.standby()).open(servers.silence())) {
            requireNothingBeyond(primary, standby);
        } catch (SQLException e) {
            if (!ServerConnection.isLost(e)) {
                throw e;
            }
        }
    }

    /** Requires that a primary has all transactions of its standby: a crash may have taken its last ones. */
    void requireNothingBeyond(ServerConnection primary, ServerConnection standby)
            throws OperationRefused, SQLException {
        GtidSet beyond = standby.beyond(primary);
        if (!beyond.isEmpty()) {
            throw new OperationRefused("the standby " + standby + " has transactions that the primary " + primary
                    + " hasn't, " + beyond + ", as when a crash has taken the primary's last ones: RESUME OPERATION "
                    + attempt.operation().number() + " keeps them, or PROMOTE PAIR "
                    + attempt.task().pair() + " FORCE");
        }
    }

    /**
     * Requires that the standby takes no writes. If it doesn't answer, the journal decides: the promotion enters there
     * that it will unfence the standby before it does.
     *
     * @return a note for the operator about the standby; empty for none
     */
    private String ofClosedStandby(PairServers servers) throws OperationRefused, SQLException {
        try (ServerConnection standby = servers.open(servers.standby())) {
            if (attempt.mayBeOpen()) {
                // A stalled proxy's statement that unfences it may still be on its way.
                standby.endOthers(servers.services().operator().user());
            }
            if (standby.isFenced()) {
                return standby.replication().configured() ? "" : followsNobody(standby, servers.pair());
            }
        } catch (OperationRefused away) {
            if (!attempt.mayBeOpen()) {
                return "";
            }
        }
        throw new OperationRefused(servers.standby().name()
                + " takes writes already, or may, so there is no way back: RESUME OPERATION "
                + attempt.operation().number() + " ends the promotion, and another one leads back");
    }

    /**
     * The note for a standby that doesn't replicate, as after a forced promotion, which stops replication before it
     * unfences.
     */
    private String followsNobody(ServerConnection standby, Pair pair) throws OperationRefused {
        OperationServices services = attempt.services();
        Account account = services.topology().account("replication").orElse(services.operator());
        try {
            ReplicationLogin hidden = new ReplicationLogin(
                    account.user(),
                    "...",
                    services.access().replicationLogin(account).tls());
            Server primary = pair.primary();
            return "the standby " + standby
                    + " follows nobody any more, and lacks what clients write from now on: let it follow "
                    + primary.name() + " again, there by "
                    + String.join(
                            "; ",
                            standby.dialect().follow(new ReplicationSource(primary.host(), primary.port(), hidden)))
                    + " with the password of " + account.user() + ", or REPLACE STANDBY " + pair.name()
                    + " WITH 'host:port' of an empty server";
        } catch (Secrets.SecretMissing e) {
            throw new OperationRefused(String.valueOf(e.getMessage()));
        }
    }
}
