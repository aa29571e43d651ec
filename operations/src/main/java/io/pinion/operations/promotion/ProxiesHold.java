package io.pinion.operations.promotion;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Statements for a pair wait on every proxy that is registered. One that can't be told, as it stands still or was cut
 * off a moment ago, would let its clients meet the fence: nobody waits for it for long, but whoever promotes the pair
 * does. Blocks.
 */
record ProxiesHold(PublishedPair published, Proxies proxies, PromotionTimeouts timeouts) {
    /**
     * @return the generation with which they wait
     * @throws PromotionRefused some don't; the topology may say that they should
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
