package io.pinion.server.observe;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one keyspace. */
final class KeyspaceTraffic {
    /** More pairs than any cluster that Pinion is made for. */
    private static final int MAX_PAIRS = 4096;

    /** As many as there are shards in the largest keyspace, and its neighbours. */
    private static final int MAX_DATABASES = 70_000;

    /** Filled in the constructor and then only read, so that threads may share it. */
    private final Map<StatementGroup, LongAdder> byGroup = new EnumMap<>(StatementGroup.class);

    private final Map<ScatterOutcome, LongAdder> scatters = new EnumMap<>(ScatterOutcome.class);

    private final LatencyHistogram latency = new LatencyHistogram();
    /** A statement of a shard beyond these counts nowhere. */
    private final LabelledCounters byDatabase = new LabelledCounters(MAX_DATABASES);

    private final LabelledCounters byPair = new LabelledCounters(MAX_PAIRS);

    KeyspaceTraffic() {
        for (StatementGroup group : StatementGroup.values()) {
            byGroup.put(group, new LongAdder());
        }
        for (ScatterOutcome outcome : ScatterOutcome.values()) {
            scatters.put(outcome, new LongAdder());
        }
    }

    void add(StatementRecord record) {
        counter(record.group()).increment();
        latency.add(record.nanos());
        if (!record.pair().isEmpty()) {
            byPair.increment(record.pair());
        }
        if (!record.database().isEmpty()) {
            byDatabase.increment(record.database());
        }
        if (record.scatter() != ScatterOutcome.NONE) {
            scatters(record.scatter()).increment();
        }
    }

    long count(StatementGroup group) {
        return counter(group).sum();
    }

    private LongAdder counter(StatementGroup group) {
        return Objects.requireNonNull(byGroup.get(group));
    }

    LongAdder scatters(ScatterOutcome outcome) {
        return Objects.requireNonNull(scatters.get(outcome));
    }

    LatencyHistogram latency() {
        return latency;
    }

    LabelledCounters byPair() {
        return byPair;
    }

    LabelledCounters byDatabase() {
        return byDatabase;
    }
}
