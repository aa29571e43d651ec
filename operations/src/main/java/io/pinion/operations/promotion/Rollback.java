package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.GtidSet;
import java.sql.SQLException;

/** Unfences a primary that a promotion has fenced. Blocks; for the holder of the pair's lock. */
record Rollback(PromotionServers servers, PromotionEntry entry, TaskLock lock) {
    /**
     * Unfences the old primary, on a new connection if the old one broke: clients wait for it.
     *
     * @param sure whether the primary can't have lost anything since it was fenced
     * @throws SQLException the primary doesn't take writes, or its state is unknown
     */
    void open(ServerConnection old, boolean sure) throws SQLException, PromotionRefused {
        if (sure) {
            try {
                old.unfence();
                return;
            } catch (SQLException e) {
                // The connection may have broken or been ended.
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
     * Requires that a primary has all transactions of its standby: a crash may have taken its last ones.
     *
     * @throws PromotionRefused some are missing
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
