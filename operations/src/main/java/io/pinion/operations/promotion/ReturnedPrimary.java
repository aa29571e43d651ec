package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A primary that was only cut off when an automatic promotion replaced it without fencing it. It is the standby now,
 * but takes writes. Blocks; for the holder of the pair's lock.
 */
record ReturnedPrimary(PairServers servers, PromotionTimeouts timeouts) {
    /** Whether the pair's last promotion was automatic and made the present standby give up its role. */
    static boolean is(Pair pair, OperationJournal journal) throws StoreUnavailable {
        Optional<Promotion> last = Optional.empty();
        for (Operation operation : journal.list()) {
            if (operation.task() instanceof Promotion promotion
                    && promotion.pair().equals(pair.name())
                    && operation.progress().state() == State.DONE) {
                last = Optional.of(promotion);
            }
        }
        String standby = pair.standby().orElseThrow().name();
        return last.filter(promotion -> promotion.manner() == Manner.AUTOMATIC
                        && promotion.from().equals(standby)
                        && promotion.to().equals(pair.primary().name()))
                .isPresent();
    }

    /** @return whether it took writes before */
    boolean fence() throws SQLException, OperationRefused {
        try (ServerConnection standby = servers.open(servers.standby())) {
            servers.requireStoredRoles();
            if (standby.isFenced()) {
                return false;
            }
            Fence.close(standby, servers.users(), timeouts.fence());
            return true;
        }
    }
}
