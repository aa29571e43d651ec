package io.pinion.server.observe;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the connections of clients and those to servers. */
public final class ConnectionMetrics implements PoolObserver, SessionObserver {
    private static final String SERVER = "server";
    private static final int MAX_SERVERS = 8192;
    private static final int MAX_ERROR_CODES = 256;

    private final Counter opened;
    private final Counter failed;
    private final Counter closed;
    private final Counter waitedInVain;
    private final Histogram opening;
    private final Histogram waiting;
    private final Gauge sessions;
    private final Counter accepted;
    private final Counter logins;
    private final Counter refused;
    private final Counter failedLogins;
    private final Set<String> servers = ConcurrentHashMap.newKeySet();
    private final Set<String> codes = ConcurrentHashMap.newKeySet();

    ConnectionMetrics(Series series) {
        opened = series.counter("pinion_pool_opened", "Connections opened to a server", SERVER);
        failed = series.counter("pinion_pool_open_failures", "Connections that could not be opened", SERVER);
        closed = series.counter("pinion_pool_closed", "Connections closed, by server and reason", SERVER, "reason");
        waitedInVain =
                series.counter("pinion_pool_wait_timeouts", "Statements that gave up waiting for a connection", SERVER);
        opening = series.histogram("pinion_pool_open_seconds", "To connect and log in to a server", SERVER);
        waiting = series.histogram("pinion_pool_wait_seconds", "For a connection, of those who had to wait", SERVER);
        sessions = series.gauge("pinion_sessions", "Clients connected now");
        accepted = series.counter("pinion_sessions_accepted", "Connections accepted from clients");
        logins = series.counter("pinion_logins", "Clients that logged in");
        refused = series.counter(
                "pinion_logins_refused", "Clients refused before or at login, by MySQL error code", "code");
        failedLogins = series.counter("pinion_login_failures", "Logins that failed, by reason", "reason");
    }

    /** The label of a server, of which each number is told from now on. */
    private String server(String name) {
        if (servers.contains(name)) {
            return name;
        }
        String label = servers.size() < MAX_SERVERS ? name : LabelledCounters.OTHER;
        for (Counter counter : List.of(opened, failed, waitedInVain)) {
            counter.initLabelValues(label);
        }
        opening.initLabelValues(label);
        waiting.initLabelValues(label);
        servers.add(label);
        return label;
    }

    @Override
    public void opened(String server, long nanos) {
        opened.labelValues(server(server)).inc();
        opening.labelValues(server(server)).observe(nanos / 1e9);
    }

    @Override
    public void failed(String server, int errorCode) {
        failed.labelValues(server(server)).inc();
    }

    @Override
    public void closed(String server, CloseReason reason) {
        closed.labelValues(server(server), reason.label()).inc();
    }

    @Override
    public void waited(String server, long nanos) {
        waiting.labelValues(server(server)).observe(nanos / 1e9);
    }

    @Override
    public void waitedInVain(String server, long nanos) {
        waited(server, nanos);
        waitedInVain.labelValues(server(server)).inc();
    }

    @Override
    public void accepted() {
        accepted.inc();
        sessions.inc();
    }

    @Override
    public void loggedIn() {
        logins.inc();
    }

    @Override
    public void loginFailed(String user, String client, String reason) {
        failedLogins.labelValues(reason).inc();
    }

    @Override
    public void refused(int errorCode) {
        String code = Integer.toString(errorCode);
        if (codes.size() < MAX_ERROR_CODES) {
            codes.add(code);
        }
        refused.labelValues(codes.contains(code) ? code : LabelledCounters.OTHER)
                .inc();
    }

    @Override
    public void closed() {
        sessions.dec();
    }
}
