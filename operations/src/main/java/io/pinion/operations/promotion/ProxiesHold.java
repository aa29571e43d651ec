package io.pinion.operations.promotion;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The hold on a pair's statements in every registered proxy. A proxy that is stalled or cut off doesn't see the hold,
 * and its clients would get errors from the fenced server. While there is such a proxy, the hold is taken back, so that
 * only the promotion waits and no client does. Blocks.
 */
record ProxiesHold(PublishedPair published, Proxies proxies, PromotionTimeouts timeouts) {
    /**
     * @return the generation of the topology with which all proxies hold the statements
     * @throws PromotionRefused some proxies don't; the stored topology may still contain the hold
     */
    long begin(TaskLock lock, PromotionEntry entry) throws PromotionRefused {
        long end = System.nanoTime() + timeouts.lag().toNanos();
        while (true) {
            long held = published.hold(lock);
            Predicate<RegisteredProxy> holds = proxy -> proxy.adopted() >= held;
            if (proxies.awaitAll(timeouts.adoption(), holds)) {
                return held;
            }
            String others = proxies.others(holds);
            if (System.nanoTime() > end) {
                throw new PromotionRefused(
                        "the clients of proxies that can't be told to hold statements would get errors: " + others
                                + "; try again when they are well, or gone (SHOW PROXIES)");
            }
            published.releaseAtLast(lock);
            entry.step("waiting for proxies that can't be told to hold statements: " + others);
            proxies.awaitAll(Duration.ofNanos(end - System.nanoTime()), holds);
        }
    }
}
