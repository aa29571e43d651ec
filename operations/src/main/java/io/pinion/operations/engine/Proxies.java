package io.pinion.operations.engine;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.work.Sleep;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The registered proxies of the cluster.
 *
 * <p>A proxy's generation ({@link RegisteredProxy#generation}) proves that each statement planned under an older
 * topology has been answered, its last step included, and that each transaction begun under an older one has ended. A
 * statement that waits for a held pair still counts as running; one that waits for a held shard doesn't, since it is
 * planned anew.
 *
 * <p>The generation doesn't prove that a server has ended an abandoned statement, a client's own XA or LOCK TABLES, or
 * a change of a sequence's counter. The fence on the old server ends those.
 */
@FunctionalInterface
public interface Proxies {
    long LOOK_EVERY_MILLIS = 5;

    /** Blocks. */
    List<RegisteredProxy> list() throws StoreUnavailable;

    /**
     * Waits until the condition holds for all proxies. False after the time limit, also when ZooKeeper is away. Blocks.
     */
    default boolean awaitAll(Duration most, Predicate<RegisteredProxy> holds) {
        return Sleep.until(most, LOOK_EVERY_MILLIS, () -> areAll(holds));
    }

    /** Whether the condition holds for all proxies; false when ZooKeeper is away. Blocks. */
    default boolean areAll(Predicate<RegisteredProxy> holds) {
        try {
            return list().stream().allMatch(holds);
        } catch (StoreUnavailable e) {
            return false;
        }
    }

    /** The names of the proxies for which the condition doesn't hold; an explanation when ZooKeeper is away. Blocks. */
    default String others(Predicate<RegisteredProxy> holds) {
        try {
            return list().stream()
                    .filter(holds.negate())
                    .map(RegisteredProxy::name)
                    .collect(Collectors.joining(", "));
        } catch (StoreUnavailable e) {
            return "nobody can say which (" + e.getMessage() + ")";
        }
    }
}
