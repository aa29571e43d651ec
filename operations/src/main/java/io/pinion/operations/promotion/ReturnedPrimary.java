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
 * A primary that was only cut off when it was replaced automatically, so that nobody could fence it: it takes writes,
 * and is the standby now. Blocks; for whoever holds the pair's lock.
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

    /** Whether the pair's last promotion was automatic, and left it to its standby of before. */
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

    /** @return whether it took writes until now */
    boolean fence(TaskLock lock) throws SQLException, PromotionRefused {
        try (ServerConnection standby = PromotionServers.open(
                access, PromotionServers.standby(pair), PromotionServers.operator(topology), silence)) {
            // As it is stored now, which may be later than what this proxy runs with.
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
