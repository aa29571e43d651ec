package io.pinion.server.observe;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Counts statements by keyspace, kind, pair and error, and measures their durations.
 *
 * <p>On the hot path this takes a few additions. The time series are created when Prometheus asks, straight from the
 * counters: a Micrometer timer with a histogram would cost several times as much for each statement.
 */
public final class QueryMetrics implements StatementObserver {
    private static final int MAX_KEYSPACES = 256;
    private static final int MAX_ERROR_CODES = 256;

    private final Map<String, KeyspaceTraffic> keyspaces = new ConcurrentHashMap<>();
    private final LabelledCounters errors = new LabelledCounters(MAX_ERROR_CODES);

    @Override
    public void ended(StatementRecord record) {
        traffic(record.keyspace()).add(record);
        if (record.failed()) {
            errors.increment(Integer.toString(record.errorCode()));
        }
    }

    private KeyspaceTraffic traffic(String keyspace) {
        KeyspaceTraffic known = keyspaces.get(keyspace);
        if (known != null) {
            return known;
        }
        String key = keyspaces.size() < MAX_KEYSPACES ? keyspace : LabelledCounters.OTHER;
        return keyspaces.computeIfAbsent(key, any -> new KeyspaceTraffic());
    }

    /** A pair or a database of a keyspace. */
    record Place(String keyspace, String name) {}

    /** How many statements of each keyspace each pair has run since the start. */
    Map<Place, Long> byPair() {
        return counts(KeyspaceTraffic::byPair);
    }

    /** How many statements each database of a keyspace has run alone since the start. */
    Map<Place, Long> byDatabase() {
        return counts(KeyspaceTraffic::byDatabase);
    }

    private Map<Place, Long> counts(Function<KeyspaceTraffic, LabelledCounters> counters) {
        Map<Place, Long> counts = new HashMap<>();
        keyspaces.forEach((keyspace, traffic) -> counters.apply(traffic)
                .all()
                .forEach((name, count) -> counts.put(new Place(keyspace, name), count.sum())));
        return counts;
    }

    /** Prometheus gets them from now on. */
    void register(Series series) {
        series.counters(
                "pinion_statements",
                "Statements answered, errors included, by keyspace and kind",
                counter -> keyspaces.forEach((keyspace, traffic) -> {
                    for (StatementGroup group : StatementGroup.values()) {
                        add(counter, traffic.count(group), keyspace, group.label());
                    }
                }),
                "keyspace",
                "kind");
        series.counters(
                "pinion_pair_statements",
                "Statements that a pair's primary ran, by keyspace and pair",
                counter -> byPair().forEach((place, count) -> counter.call(count, place.keyspace(), place.name())),
                "keyspace",
                "pair");
        series.counters(
                "pinion_scatters",
                "Statements that named no shard and needed several, by keyspace and what their policy said",
                counter -> keyspaces.forEach((keyspace, traffic) -> {
                    for (ScatterOutcome outcome : ScatterOutcome.values()) {
                        add(counter, traffic.scatters(outcome).sum(), keyspace, outcome.label());
                    }
                }),
                "keyspace",
                "outcome");
        series.counters(
                "pinion_statement_errors",
                "Statements that ended in an error, by MySQL error code",
                counter -> errors.all().forEach((code, count) -> counter.call((double) count.sum(), code)),
                "code");
        series.registry().register(this::durations);
    }

    private static void add(CounterWithCallback.Callback counter, long count, String... labels) {
        if (count > 0) {
            counter.call((double) count, labels);
        }
    }

    private HistogramSnapshot durations() {
        HistogramSnapshot.Builder series = HistogramSnapshot.builder()
                .name("pinion_statement_duration_seconds")
                .help("From the arrival of a statement to the end of its answer, by keyspace");
        keyspaces.forEach(
                (keyspace, traffic) -> series.dataPoint(traffic.latency().point(Labels.of("keyspace", keyspace))));
        return series.build();
    }
}
