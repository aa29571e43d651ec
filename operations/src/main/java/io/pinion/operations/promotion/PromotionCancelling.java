package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The way back for a promotion that has broken off, as long as its standby takes no writes. Blocks; for whoever holds the pair's
 * lock.
 */
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

    /** @return the generation of the topology that says so */
    long run(TaskLock lock, PromotionEntry entry) throws SQLException, PromotionRefused {
        Account operator = PromotionServers.operator(topology);
        entry.takeOver();
        if (mayTakeWrites(PromotionServers.standby(pair), operator, entry)) {
            throw new PromotionRefused(pair.standby().orElseThrow().name()
                    + " takes writes already, or may, so there is no way back: RESUME OPERATION "
                    + entry.operation().number() + " ends the promotion, and another one leads back");
        }
        try (ServerConnection primary = PromotionServers.open(access, pair.primary(), operator, silence)) {
            // Refused if the servers have other roles in ZooKeeper than in this proxy.
            published.change(servers -> servers.withHeld(true));
            PromotionRefused.unlessHeld(lock);
            primary.unfence();
            return published.changeAtLast(servers -> servers.withHeld(false));
        }
    }

    /** One that is away takes them if it was to be opened: that was written down before. */
    private boolean mayTakeWrites(Server standby, Account operator, PromotionEntry entry) throws SQLException {
        try (ServerConnection next = PromotionServers.open(access, standby, operator, silence)) {
            return !next.isFenced();
        } catch (PromotionRefused away) {
            return entry.mayBeOpen();
        }
    }
}
