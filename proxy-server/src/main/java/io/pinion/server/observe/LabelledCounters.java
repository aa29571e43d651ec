package io.pinion.server.observe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * One counter for each value of a label, created with the value's first use, up to a limit; further values count under
 * {@value #OTHER}. So no input can make the number of time series grow for ever.
 */
final class LabelledCounters {
    static final String OTHER = "other";

    private final int limit;
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();

    LabelledCounters(int limit) {
        this.limit = limit;
    }

    void increment(String label) {
        counter(label).increment();
    }

    private LongAdder counter(String label) {
        LongAdder known = counters.get(label);
        if (known != null) {
            return known;
        }
        String key = counters.size() < limit ? label : OTHER;
        return counters.computeIfAbsent(key, any -> new LongAdder());
    }

    /** A live view: its counters change while it is read. */
    Map<String, LongAdder> all() {
        return counters;
    }
}
