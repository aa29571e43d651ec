package io.pinion.operations.promotion;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The proxies of the cluster that are alive.
 *
 * <p>What one's generation ({@link RegisteredProxy#generation}) proves: every statement that was planned under an older
 * one has been answered, one of many steps to its last, and every transaction that was begun under an older one has
 * ended. Statements that wait for a held pair are counted, those that wait for a held shard aren't: they are planned
 * anew. What it doesn't prove, since nobody is left to be told: that a server has ended what it did for a statement
 * that was given up, for a client's own XA or LOCK TABLES, or for the counter of a sequence. The fence on the old
 * server ends that.
 */
@FunctionalInterface
public interface Proxies {
    long LOOK_EVERY_MILLIS = 5;

    /** Blocks. */
    List<RegisteredProxy> list() throws StoreUnavailable;

    /** Waits until it holds for all, for so long at most; false when it doesn't then, or nobody can say. Blocks. */
    default boolean awaitAll(Duration most, Predicate<RegisteredProxy> holds) {
        long end = System.nanoTime() + most.toNanos();
        while (!areAll(holds)) {
            if (System.nanoTime() > end) {
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts an operation, which ends by its deadlines", e);
            }
        }
        return true;
    }

    /** Whether it holds for all now; false when nobody can say. Blocks. */
    default boolean areAll(Predicate<RegisteredProxy> holds) {
        try {
            return list().stream().allMatch(holds);
        } catch (StoreUnavailable e) {
            return false;
        }
    }

    /** The names of those for which it doesn't hold; in words when nobody can say. Blocks. */
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
