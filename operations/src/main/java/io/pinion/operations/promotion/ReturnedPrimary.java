package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A primary that was only cut off when an automatic promotion replaced it without fencing it. It is the standby now,
 * but takes writes. Blocks; for the holder of the pair's lock.
 */
final class ReturnedPrimary {
    private final Topology topology;
    private final Pair pair;
    private final PublishedPair published;
    private final ServerAccess access;
    private final PromotionTimeouts timeouts;
    private final Duration silence;

    /** @param silence how long a server may take for an answer */
    ReturnedPrimary(
            Topology topology,
            Pair pair,
            PublishedPair published,
            ServerAccess access,
            PromotionTimeouts timeouts,
            Duration silence) {
        this.topology = topology;
        this.pair = pair;
        this.published = published;
        this.access = access;
        this.timeouts = timeouts;
        this.silence = silence;
    }

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
    boolean fence(TaskLock lock) throws SQLException, PromotionRefused {
        try (ServerConnection standby = PromotionServers.open(
                access, PromotionServers.standby(pair), PromotionServers.operator(topology), silence)) {
            // Refused unless the stored topology, which may be newer than this proxy's, has the same roles.
            published.change(UnaryOperator.identity());
            PromotionRefused.unlessHeld(lock);
            if (standby.isFenced()) {
                return false;
            }
            Fence.close(standby, PairPromotion.users(topology), timeouts.fence());
            return true;
        }
    }
}
