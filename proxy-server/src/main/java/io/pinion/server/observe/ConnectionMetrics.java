package io.pinion.server.observe;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the connections of clients and those to servers. */
public final class ConnectionMetrics implements PoolObserver, SessionObserver, MultiCollector {
    private static final int MAX_SERVERS = 8192;
    private static final int MAX_ERROR_CODES = 256;
    private static final int MAX_LOGIN_FAILURES = 16;

    private static final class ServerTraffic {
        final LongAdder opened = new LongAdder();
        final LongAdder failed = new LongAdder();
        final LongAdder waitedInVain = new LongAdder();
        final LatencyHistogram opening = new LatencyHistogram();
        final LatencyHistogram waiting = new LatencyHistogram();
        final LabelledCounters closed = new LabelledCounters(CloseReason.values().length);
    }

    private final Map<String, ServerTraffic> servers = new ConcurrentHashMap<>();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder open = new LongAdder();
    private final LongAdder logins = new LongAdder();
    private final LabelledCounters refused = new LabelledCounters(MAX_ERROR_CODES);
    private final LabelledCounters failedLogins = new LabelledCounters(MAX_LOGIN_FAILURES);

    @Override
    public void opened(String server, long nanos) {
        ServerTraffic traffic = traffic(server);
        traffic.opened.increment();
        traffic.opening.add(nanos);
    }

    @Override
    public void failed(String server, int errorCode) {
        traffic(server).failed.increment();
    }

    @Override
    public void closed(String server, CloseReason reason) {
        traffic(server).closed.increment(reason.label());
    }

    @Override
    public void waited(String server, long nanos) {
        traffic(server).waiting.add(nanos);
    }

    @Override
    public void waitedInVain(String server, long nanos) {
        ServerTraffic traffic = traffic(server);
        traffic.waiting.add(nanos);
        traffic.waitedInVain.increment();
    }

    private ServerTraffic traffic(String server) {
        ServerTraffic known = servers.get(server);
        if (known != null) {
            return known;
        }
        String key = servers.size() < MAX_SERVERS ? server : LabelledCounters.OTHER;
        return servers.computeIfAbsent(key, any -> new ServerTraffic());
    }

    @Override
    public void accepted() {
        accepted.increment();
        open.increment();
    }

    @Override
    public void loggedIn() {
        logins.increment();
    }

    @Override
    public void loginFailed(String user, String client, String reason) {
        failedLogins.increment(reason);
    }

    @Override
    public void refused(int errorCode) {
        refused.increment(Integer.toString(errorCode));
    }

    @Override
    public void closed() {
        open.decrement();
    }

    @Override
    public MetricSnapshots collect() {
        CounterSnapshot.Builder opened = counter("pinion_pool_opened", "Connections opened to a server");
        CounterSnapshot.Builder failed = counter("pinion_pool_open_failures", "Connections that could not be opened");
        CounterSnapshot.Builder closed = counter("pinion_pool_closed", "Connections closed, by server and reason");
        CounterSnapshot.Builder inVain =
                counter("pinion_pool_wait_timeouts", "Statements that gave up waiting for a connection");
        HistogramSnapshot.Builder opening = histogram("pinion_pool_open_seconds", "To connect and log in to a server");
        HistogramSnapshot.Builder waiting =
                histogram("pinion_pool_wait_seconds", "For a connection, of those who had to wait");
        servers.forEach((server, traffic) -> {
            Labels labels = Labels.of("server", server);
            opened.dataPoint(Exposition.counter(traffic.opened.sum(), labels));
            failed.dataPoint(Exposition.counter(traffic.failed.sum(), labels));
            inVain.dataPoint(Exposition.counter(traffic.waitedInVain.sum(), labels));
            opening.dataPoint(Exposition.histogram(traffic.opening, labels));
            waiting.dataPoint(Exposition.histogram(traffic.waiting, labels));
            traffic.closed
                    .all()
                    .forEach((reason, count) ->
                            closed.dataPoint(Exposition.counter(count.sum(), labels.add("reason", reason))));
        });
        return MetricSnapshots.of(
                opened.build(),
                failed.build(),
                closed.build(),
                inVain.build(),
                opening.build(),
                waiting.build(),
                sessions(),
                one("pinion_sessions_accepted", "Connections accepted from clients", accepted),
                one("pinion_logins", "Clients that logged in", logins),
                by("pinion_logins_refused", "Clients refused before or at login, by MySQL error code", "code", refused),
                by("pinion_login_failures", "Logins that failed, by reason", "reason", failedLogins));
    }

    private GaugeSnapshot sessions() {
        return GaugeSnapshot.builder()
                .name("pinion_sessions")
                .help("Clients connected now")
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .value((double) open.sum())
                        .build())
                .build();
    }

    private static CounterSnapshot one(String name, String help, LongAdder counter) {
        return counter(name, help)
                .dataPoint(Exposition.counter(counter.sum(), Labels.EMPTY))
                .build();
    }

    private static CounterSnapshot by(String name, String help, String label, LabelledCounters counters) {
        CounterSnapshot.Builder series = counter(name, help);
        counters.all()
                .forEach((value, count) -> series.dataPoint(Exposition.counter(count.sum(), Labels.of(label, value))));
        return series.build();
    }

    private static CounterSnapshot.Builder counter(String name, String help) {
        return CounterSnapshot.builder().name(name).help(help);
    }

    private static HistogramSnapshot.Builder histogram(String name, String help) {
        return HistogramSnapshot.builder().name(name).help(help);
    }
}
