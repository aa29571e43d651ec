package io.pinion.operations.engine;

import io.pinion.config.source.RegisteredProxy;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Holds statements on every registered proxy. A proxy that can't be told, since it stands still or was cut off a moment
 * ago, would let its clients meet what the hold is for, such as a fence: clients don't wait long for such a proxy, but
 * the operation does. Blocks.
 *
 * @param adoption until every proxy holds statements; after it the hold is released and tried again later
 * @param timeout until every proxy can be told
 */
public record StatementHold(Proxies proxies, RunningOperation operation, Duration adoption, Duration timeout) {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    /** A change of the stored topology. */
    @FunctionalInterface
    public interface Change {
        /** @return the generation that has it */
        long store() throws OperationRefused;
    }

    /**
     * Returns when all proxies hold.
     *
     * @param hold may be stored several times
     * @param release lets statements go on while the operation waits for a proxy
     * @return the generation with which statements wait
     */
    public long begin(Change hold, Change release) throws OperationRefused {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            long held = hold.store();
            Predicate<RegisteredProxy> holds = proxy -> proxy.adopted() >= held;
            if (proxies.awaitAll(adoption, holds)) {
                return held;
            }
            String others = proxies.others(holds);
            if (System.nanoTime() > end) {
                throw new OperationRefused(
                        "the clients of proxies that can't be told to hold statements would get errors: " + others
                                + "; try again when they are well, or gone (SHOW PROXIES)");
            }
            release.store();
            operation.tell("waiting for proxies that can't be told to hold statements: " + others);
            while (System.nanoTime() < end && !proxies.areAll(holds)) {
                operation.pause(LOOK_EVERY);
            }
        }
    }
}
