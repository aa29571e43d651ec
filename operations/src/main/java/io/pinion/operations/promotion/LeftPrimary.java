package io.pinion.operations.promotion;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A primary that can't be asked, and that all proxies leave: those that have got the topology that holds the pair, and
 * those that are cut off from it. Blocks.
 *
 * @param quiet how long after the hold no proxy uses the primary any more, whether anybody hears of it or not
 * @param closing this proxy is being stopped
 */
record LeftPrimary(Proxies proxies, Duration quiet, BooleanSupplier closing) {
    private static final long LOOK_EVERY_MILLIS = 500;

    /**
     * Waits until nobody uses it any more.
     *
     * @param held the generation of the topology that holds the pair, which is written
     * @throws PromotionRefused as soon as the proxies don't agree any more that it is dead
     */
    void await(String primary, long held) throws PromotionRefused {
        long end = System.nanoTime() + quiet.toNanos();
        while (System.nanoTime() < end) {
            if (closing.getAsBoolean()) {
                throw new PromotionRefused("this proxy is being stopped");
            }
            // While ZooKeeper is away nobody knows; what is asked at the end counts.
            refuse(listed().flatMap(proxies -> AutomaticDecision.objectionOf(proxies, primary)));
            sleep();
        }
        List<RegisteredProxy> all =
                listed().orElseThrow(() -> new PromotionRefused("ZooKeeper can't be asked which proxies there are"));
        refuse(AutomaticDecision.objectionOf(all, primary));
        refuse(AutomaticDecision.notHolding(all, held));
    }

    private static void refuse(Optional<String> objection) throws PromotionRefused {
        if (objection.isPresent()) {
            throw new PromotionRefused(objection.get());
        }
    }

    private Optional<List<RegisteredProxy>> listed() {
        try {
            return Optional.of(proxies.list());
        } catch (StoreUnavailable away) {
            return Optional.empty();
        }
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a promotion, which ends by its deadlines", e);
        }
    }
}
