package io.pinion.server.observe;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts statements by keyspace, kind, pair and error, and measures their durations.
 *
 * <p>On the hot path this takes a few additions. The time series are created when Prometheus asks, straight from the
 * counters: a Micrometer timer with a histogram would cost several times as much for each statement.
 */
public final class QueryMetrics implements StatementObserver, MultiCollector {
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

    /** Visits the number of statements of each keyspace that each pair has run since the start, where it isn't zero. */
    void forEachPair(PairCount visitor) {
        keyspaces.forEach((keyspace, traffic) ->
                traffic.byPair().all().forEach((pair, counter) -> visitor.visit(keyspace, pair, counter.sum())));
    }

    /** How many statements each database of a keyspace has run alone since the start. */
    Map<String, Long> byDatabase(String keyspace) {
        Map<String, Long> counts = new HashMap<>();
        KeyspaceTraffic traffic = keyspaces.get(keyspace);
        if (traffic != null) {
            traffic.byDatabase().all().forEach((database, counter) -> counts.put(database, counter.sum()));
        }
        return counts;
    }

    Set<String> keyspaces() {
        return keyspaces.keySet();
    }

    interface PairCount {
        void visit(String keyspace, String pair, long count);
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(statements(), byPair(), scatters(), errors(), durations());
    }

    private CounterSnapshot statements() {
        CounterSnapshot.Builder series =
                counter("pinion_statements", "Statements answered, errors included, by keyspace and kind");
        keyspaces.forEach((keyspace, traffic) -> {
            for (StatementGroup group : StatementGroup.values()) {
                long count = traffic.count(group);
                if (count > 0) {
                    series.dataPoint(point(count, Labels.of("keyspace", keyspace, "kind", group.label())));
                }
            }
        });
        return series.build();
    }

    private CounterSnapshot byPair() {
        CounterSnapshot.Builder series =
                counter("pinion_pair_statements", "Statements that a pair's primary ran, by keyspace and pair");
        forEachPair((keyspace, pair, count) ->
                series.dataPoint(point(count, Labels.of("keyspace", keyspace, "pair", pair))));
        return series.build();
    }

    private CounterSnapshot scatters() {
        CounterSnapshot.Builder series = counter(
                "pinion_scatters",
                "Statements that named no shard and needed several, by keyspace and what their policy said");
        keyspaces.forEach((keyspace, traffic) -> {
            for (ScatterOutcome outcome : ScatterOutcome.values()) {
                long count = traffic.scatters(outcome).sum();
                if (count > 0) {
                    series.dataPoint(point(count, Labels.of("keyspace", keyspace, "outcome", outcome.label())));
                }
            }
        });
        return series.build();
    }

    private CounterSnapshot errors() {
        CounterSnapshot.Builder series =
                counter("pinion_statement_errors", "Statements that ended in an error, by MySQL error code");
        errors.all().forEach((code, counter) -> series.dataPoint(point(counter.sum(), Labels.of("code", code))));
        return series.build();
    }

    private HistogramSnapshot durations() {
        HistogramSnapshot.Builder series = HistogramSnapshot.builder()
                .name("pinion_statement_duration_seconds")
                .help("From the arrival of a statement to the end of its answer, by keyspace");
        keyspaces.forEach(
                (keyspace, traffic) -> series.dataPoint(traffic.latency().point(Labels.of("keyspace", keyspace))));
        return series.build();
    }

    private static CounterSnapshot.Builder counter(String name, String help) {
        return CounterSnapshot.builder().name(name).help(help);
    }

    private static CounterSnapshot.CounterDataPointSnapshot point(long count, Labels labels) {
        return CounterSnapshot.CounterDataPointSnapshot.builder()
                .value((double) count)
                .labels(labels)
                .build();
    }
}
