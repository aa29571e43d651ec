package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The way back into service for a primary that is fenced, as every server is that has just started. Blocks; for whoever holds
 * the pair's lock.
 */
final class PrimaryOpening {
    private final Topology topology;
    private final Pair pair;
    private final PublishedPair published;
    private final ServerAccess access;
    private final Duration silence;

    /** @param silence how long a server may take for an answer */
    PrimaryOpening(Topology topology, Pair pair, PublishedPair published, ServerAccess access, Duration silence) {
        this.topology = topology;
        this.pair = pair;
        this.published = published;
        this.access = access;
        this.silence = silence;
    }

    /** @throws SQLException the primary doesn't take writes, or nobody knows whether it does */
    OpenedPair run(TaskLock lock) throws SQLException, PromotionRefused {
        if (pair.held()) {
            throw new PromotionRefused("statements for pair " + pair.name()
                    + " are held, as while its primary changes: PROMOTE PAIR goes on with that");
        }
        Account operator = PromotionServers.operator(topology);
        try (ServerConnection primary = PromotionServers.open(access, pair.primary(), operator, silence)) {
            String standby = pair.standby().isPresent() ? standby(pair.standby().get(), operator) : "none";
            // As it is stored now, which may be later than what this proxy runs with.
            published.change(UnaryOperator.identity());
            PromotionRefused.unlessHeld(lock);
            primary.unfence();
            return new OpenedPair(pair, standby);
        }
    }

    /** In words; refused when both would take writes. One that is down comes back fenced. */
    private String standby(Server server, Account operator) throws PromotionRefused {
        try (ServerConnection standby = ServerConnection.open(access, server, operator, silence)) {
            if (standby.isFenced()) {
                return "fenced";
            }
        } catch (SQLException | Secrets.SecretMissing e) {
            if (e instanceof SQLException failure && ServerConnection.isLost(failure)) {
                return "not reached";
            }
            throw new PromotionRefused("nobody knows whether " + server.name()
                    + ", which is the standby, takes writes: " + e.getMessage());
        }
        throw new PromotionRefused(
                server.name() + ", which is the standby, takes writes: find out which of them has the"
                        + " rows, and fence the other one first");
    }
}
