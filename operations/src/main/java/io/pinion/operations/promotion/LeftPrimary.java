package io.pinion.operations.promotion;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.Proxies;
import io.pinion.operations.work.Sleep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A primary that doesn't answer, and that all proxies stop using: those that have adopted the topology with the hold on
 * the pair, and those that are cut off from ZooKeeper. Blocks.
 *
 * @param quiet how long after the hold no proxy uses the primary any more, even one that is cut off
 * @param closing whether this proxy is being stopped
 */
record LeftPrimary(Proxies proxies, Duration quiet, BooleanSupplier closing) {
    private static final long LOOK_EVERY_MILLIS = 500;

    /**
     * Waits until no proxy uses the primary any more.
     *
     * @param held the generation of the stored topology with the hold on the pair
     * @throws OperationRefused as soon as the proxies no longer agree that the primary is dead
     */
    void await(String primary, long held) throws OperationRefused {
        long end = System.nanoTime() + quiet.toNanos();
        while (System.nanoTime() < end) {
            if (closing.getAsBoolean()) {
                throw new OperationRefused("this proxy is being stopped");
            }
            // While ZooKeeper is away there is no answer; the check at the end decides.
            OperationRefused.requireNone(listed().flatMap(proxies -> AutomaticDecision.objectionOf(proxies, primary)));
            Sleep.ofMillis(LOOK_EVERY_MILLIS);
        }
        List<RegisteredProxy> all =
                listed().orElseThrow(() -> new OperationRefused("ZooKeeper can't be asked which proxies there are"));
        OperationRefused.requireNone(AutomaticDecision.objectionOf(all, primary));
        OperationRefused.requireNone(AutomaticDecision.notHolding(all, held));
    }

    private Optional<List<RegisteredProxy>> listed() {
        try {
            return Optional.of(proxies.list());
        } catch (StoreUnavailable away) {
            return Optional.empty();
        }
    }
}
