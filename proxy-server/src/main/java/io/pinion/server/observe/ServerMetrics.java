package io.pinion.server.observe;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;

/** The states of the pairs' servers, when Prometheus asks. */
final class ServerMetrics {
    private ServerMetrics() {}

    static MetricSnapshots of(Collection<ServerPicture> servers) {
        GaugeSnapshot.Builder up = gauge("pinion_server_up", "1 while the server answers this proxy, else 0");
        GaugeSnapshot.Builder fenced =
                gauge("pinion_server_fenced", "1 while the server refuses clients' writes, as a standby must, else 0");
        GaugeSnapshot.Builder follows =
                gauge("pinion_server_replicating", "1 while the server follows its partner, else 0");
        GaugeSnapshot.Builder use = gauge(
                "pinion_server_connection_use_ratio",
                "What part of its max_connections is in use; at 1 it refuses more with error 1040");
        GaugeSnapshot.Builder disk = gauge(
                "pinion_server_disk_full",
                "1 while the server has no room for what it should write, or told a client so in the last minute, else 0");
        GaugeSnapshot.Builder lag = gauge(
                "pinion_standby_lag_seconds", "What a primary writes is on its standby after this time, or later");
        for (ServerPicture server : servers) {
            Labels labels = Labels.of(
                    "pair",
                    server.pair(),
                    "server",
                    server.server(),
                    "role",
                    server.isPrimary() ? "primary" : "standby");
            if (server.state() != ServerSnapshot.State.UNKNOWN) {
                add(up, server.state().isThere() ? 1 : 0, labels);
                add(disk, server.fullDisk() ? 1 : 0, labels);
            }
            server.connectionUse().ifPresent(part -> add(use, part, labels));
            server.fenced().ifPresent(is -> add(fenced, is ? 1 : 0, labels));
            server.follows().ifPresent(does -> add(follows, does ? 1 : 0, labels));
            server.lag().ifPresent(time -> add(lag, time.toNanos() / 1e9, Labels.of("pair", server.pair())));
        }
        return MetricSnapshots.of(up.build(), fenced.build(), follows.build(), use.build(), disk.build(), lag.build());
    }

    private static GaugeSnapshot.Builder gauge(String name, String help) {
        return GaugeSnapshot.builder().name(name).help(help);
    }

    private static void add(GaugeSnapshot.Builder gauge, double value, Labels labels) {
        gauge.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .value(value)
                .labels(labels)
                .build());
    }
}
