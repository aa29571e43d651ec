package io.pinion.integration.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** How long clients waited while something was done to their servers: of each client its longest write, each time. */
public final class Pauses {
    private final AtomicLongArray longest;
    private final List<Long> all = new ArrayList<>();
    private int times;

    public Pauses(int clients) {
        longest = new AtomicLongArray(clients);
    }

    /** Any thread may say so. */
    public void took(int client, long nanos) {
        longest.accumulateAndGet(client, nanos, Math::max);
    }

    /** It is going to be done; what was before doesn't count. */
    public void begin() {
        for (int client = 0; client < longest.length(); client++) {
            longest.set(client, 0);
        }
    }

    /** It was done, and clients have written since. */
    public void end() {
        times++;
        for (int client = 0; client < longest.length(); client++) {
            all.add(longest.get(client));
        }
        all.sort(null);
    }

    /** There must have been one. */
    @Override
    public String toString() {
        return "%d clients, %d times: p50 %d ms, p99 %d ms, at most %d ms"
                .formatted(longest.length(), times, millis(50), millis(99), millis(100));
    }

    private long millis(int percent) {
        int index = Math.max(0, (int) Math.ceil(all.size() * percent / 100.0) - 1);
        return Duration.ofNanos(all.get(index)).toMillis();
    }
}
