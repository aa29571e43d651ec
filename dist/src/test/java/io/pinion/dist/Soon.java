package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** What becomes true in a moment, such as by replication. */
final class Soon {
    private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private Soon() {}

    static <T> void equal(Callable<T> looked, T wanted) throws Exception {
        long end = System.nanoTime() + TIMEOUT_NANOS;
        T seen = looked.call();
        while (!seen.equals(wanted) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(50);
            seen = looked.call();
        }
        assertThat(seen).isEqualTo(wanted);
    }
}
