package io.pinion.server.observe;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The states of the pairs' servers, when Prometheus asks. */
final class ServerMetrics {
    private ServerMetrics() {}

    /** @param servers called when Prometheus asks, for each of the series */
    static void register(Series series, Supplier<? extends Collection<ServerPicture>> servers) {
        Each each = (name, help, value) -> series.gauges(
                name,
                help,
                gauge -> servers.get().forEach(server -> value.apply(server)
                        .ifPresent(number -> gauge.call(
                                number.doubleValue(),
                                server.pair(),
                                server.server(),
                                server.isPrimary() ? "primary" : "standby"))),
                "pair",
                "server",
                "role");
        each.add(
                "pinion_server_up",
                "1 while the server answers this proxy, else 0",
                server -> known(server, server.state().isThere()));
        each.add(
                "pinion_server_fenced",
                "1 while the server refuses clients' writes, as a standby must, else 0",
                server -> server.fenced().map(ServerMetrics::number));
        each.add(
                "pinion_server_replicating",
                "1 while the server follows its partner, else 0",
                server -> server.follows().map(ServerMetrics::number));
        each.add(
                "pinion_server_connection_use_ratio",
                "What part of its max_connections is in use; at 1 it refuses more with error 1040",
                ServerPicture::connectionUse);
        each.add(
                "pinion_server_disk_full",
                "1 while the server has no room for what it should write, or told a client so in the last minute, else 0",
                server -> known(server, server.fullDisk()));
        series.gauges(
                "pinion_standby_lag_seconds",
                "What a primary writes is on its standby after this time, or later",
                gauge -> servers.get().forEach(server -> server.lag()
                        .ifPresent(time -> gauge.call(time.toNanos() / 1e9, server.pair()))),
                "pair");
    }

    /** Adds a series with a value of each server, empty for one of which it isn't known. */
    private interface Each {
        void add(String name, String help, Function<ServerPicture, Optional<? extends Number>> value);
    }

    private static Optional<Integer> known(ServerPicture server, boolean is) {
        return server.state() == ServerSnapshot.State.UNKNOWN ? Optional.empty() : Optional.of(number(is));
    }

    private static int number(boolean is) {
        return is ? 1 : 0;
    }
}
