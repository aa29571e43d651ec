package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.GtidSet;
import java.sql.SQLException;

/** Lets a primary take writes again that a promotion has fenced. Blocks; for whoever holds the pair's lock. */
record Rollback(PromotionServers servers, PromotionEntry entry, TaskLock lock) {
    /**
     * Should its connection have broken, on another one: everybody waits for it.
     *
     * @param sure whether it can't have lost anything since it was fenced
     * @throws SQLException it doesn't take writes, or nobody knows whether it does
     */
    void open(ServerConnection old, boolean sure) throws SQLException, PromotionRefused {
        if (sure) {
            try {
                old.unfence();
                return;
            } catch (SQLException e) {
                // The connection may have broken, or have been ended.
            }
        }
        Pair pair = servers.pair();
        servers.again(pair.primary(), lock, again -> {
            try (ServerConnection standby = servers.open(PromotionServers.standby(pair))) {
                requireNothingBeyond(again, standby, pair.name(), entry);
            }
            again.unfence();
        });
    }

    /**
     * That a primary has what its standby has: a crash may have taken its last transactions.
     *
     * @throws PromotionRefused it hasn't
     */
    static void requireNothingBeyond(
            ServerConnection primary, ServerConnection standby, String pair, PromotionEntry entry)
            throws SQLException, PromotionRefused {
        GtidSet beyond = standby.beyond(primary);
        if (!beyond.isEmpty()) {
            throw new PromotionRefused("the standby " + standby + " has transactions that the primary " + primary
                    + " hasn't, " + beyond + ", as when a crash has taken the primary's last ones: RESUME OPERATION "
                    + entry.operation().number() + " keeps them, or PROMOTE PAIR " + pair + " FORCE");
        }
    }
}
