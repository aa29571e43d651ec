package io.pinion.operations.verify;

import io.pinion.operations.engine.OperationRefused;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Pauses between queries as long as each took, {@link #LONGEST_NANOS} at most, so that clients hardly notice a
 * comparison. For one thread.
 */
final class VerifyThrottle {
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final long end;
    private final Duration timeout;
    private final BooleanSupplier stopped;
    private long last = System.nanoTime();

    /**
     * @param end as of {@link System#nanoTime}
     * @param timeout the time allowed until the end, for the message
     * @param stopped whether the proxy is stopping or the comparison was cancelled
     */
    VerifyThrottle(long end, Duration timeout, BooleanSupplier stopped) {
        this.end = end;
        this.timeout = timeout;
        this.stopped = stopped;
    }

    /**
     * Pauses for as long as the work since the last pause took, {@link #LONGEST_NANOS} at most; refused when stopped or
     * out of time.
     */
    void take() throws OperationRefused {
        if (stopped.getAsBoolean()) {
            throw new OperationRefused("it was stopped");
        }
        if (System.nanoTime() - end > 0) {
            throw new OperationRefused("the time was over, " + timeout.toMinutes()
                    + " minutes: name the shards that are left, VERIFY SHARDS a-b IN keyspace");
        }
        try {
            TimeUnit.NANOSECONDS.sleep(Math.min(LONGEST_NANOS, System.nanoTime() - last));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationRefused("interrupted");
        }
        last = System.nanoTime();
    }
}
