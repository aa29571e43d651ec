package io.pinion.operations.check;

import io.pinion.config.settings.Settings;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.sql.SqlText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of one server by itself, as a table: {@link #RULES} has a row for each. */
final class ServerSettingCheck implements ServerCheck {
    /** What each proxy has beside its pool: a monitor's connections and those of an operation. */
    private static final int BESIDE_POOL = 3;

    /** For replication, and for people. */
    private static final int ROOM = 5;

    /** The default of MariaDB; MySQL has twice as many. */
    private static final int USUAL_TABLE_CACHE = 2_000;

    /** Files that a server has open beside the sockets of its clients. */
    private static final int OWN_FILES = 10;

    private static final int EIGHT_HOURS = 28_800;

    /** @param fault in words, which begin with what is wrong; empty for nothing */
    private record Rule(String variable, Fault fault, CureOf cure) {}

    @FunctionalInterface
    private interface Fault {
        Optional<String> of(ServerFacts server, ProxyFacts proxy);
    }

    @FunctionalInterface
    private interface CureOf {
        Cure of(ServerFacts server, ProxyFacts proxy);
    }

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "max_connections",
                    (server, proxy) -> when(
                            server.number("max_connections") < connections(proxy),
                            "max_connections is " + server.number("max_connections") + " on " + server + ", and "
                                    + (proxy.proxies() == 1 ? "a proxy" : proxy.proxies() + " proxies")
                                    + " with pool.max_connections_per_server "
                                    + proxy.settings().pool().maxConnectionsPerServer() + " may need "
                                    + connections(proxy) + ": error 1040 then"),
                    (server, proxy) -> server.dialect().safely("max_connections", String.valueOf(connections(proxy)))),
            new Rule(
                    "max_allowed_packet",
                    (server, proxy) -> when(
                            server.number("max_allowed_packet") < packet(proxy.settings()),
                            "max_allowed_packet is " + server.number("max_allowed_packet") + " on " + server
                                    + ", less than the " + packet(proxy.settings())
                                    + " of limits.max_allowed_packet: longer statements fail there with error 1153"),
                    (server, proxy) ->
                            server.dialect().safely("max_allowed_packet", String.valueOf(packet(proxy.settings())))),
            new Rule(
                    "table_open_cache",
                    (server, proxy) -> when(
                            server.number("table_open_cache") < Math.min(USUAL_TABLE_CACHE, server.tables()),
                            "table_open_cache is " + server.number("table_open_cache") + " on " + server
                                    + ", which has " + server.tables()
                                    + " tables: statements over many shards open them again and again"),
                    (server, proxy) -> server.dialect().safely("table_open_cache", String.valueOf(USUAL_TABLE_CACHE))),
            new Rule(
                    "open_files_limit",
                    (server, proxy) -> when(
                            server.number("open_files_limit") > 0
                                    && server.number("open_files_limit") < server.number("max_connections") + OWN_FILES,
                            "open_files_limit is " + server.number("open_files_limit") + " on " + server
                                    + ", fewer than its max_connections need"),
                    (server, proxy) -> new Cure.Words("LimitNOFILE of its service (ulimit -n) and open_files_limit"
                            + " higher in its configuration, and a restart of it")),
            new Rule(
                    "wait_timeout",
                    (server, proxy) -> when(
                            server.number("wait_timeout")
                                    <= proxy.settings().pool().idleTimeout().toSeconds(),
                            "wait_timeout is " + server.number("wait_timeout") + " s on " + server
                                    + ", no more than pool.idle_timeout: it ends idle connections before Pinion does"),
                    (server, proxy) -> server.dialect().safely("wait_timeout", String.valueOf(EIGHT_HOURS))),
            new Rule(
                    "sql_mode",
                    (server, proxy) -> when(
                            server.isPrimary() && !isStrict(server),
                            "sql_mode of " + server
                                    + " isn't strict: values that a column can't hold are cut and stored, ids among them"),
                    (server, proxy) -> server.dialect().byHand("sql_mode", SqlText.quote(strict(server)))),
            new Rule(
                    "character_set_server",
                    (server, proxy) -> when(
                            !server.variable("character_set_server").equals("utf8mb4"),
                            "character_set_server is " + server.variable("character_set_server") + " on " + server
                                    + ": databases that are made without another can't hold every text"),
                    (server, proxy) -> quietly(server, "character_set_server", "'utf8mb4'")),
            new Rule(
                    "default_storage_engine",
                    (server, proxy) -> when(
                            !server.variable("default_storage_engine").equalsIgnoreCase("InnoDB"),
                            "default_storage_engine is " + server.variable("default_storage_engine") + " on " + server
                                    + ": tables of other engines can't be copied, moved or rolled back"),
                    (server, proxy) -> quietly(server, "default_storage_engine", "InnoDB")));

    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        return cluster.servers().stream()
                .flatMap(server -> RULES.stream().flatMap(rule -> look(rule, server, cluster.proxy()).stream()));
    }

    private static Optional<Finding> look(Rule rule, ServerFacts server, ProxyFacts proxy) {
        return rule.fault()
                .of(server, proxy)
                .map(problem ->
                        server.warning(rule.variable(), problem, rule.cure().of(server, proxy)));
    }

    private static Optional<String> when(boolean wrong, String problem) {
        return wrong ? Optional.of(problem) : Optional.empty();
    }

    /** What a standby begins sessions with, no client notices. */
    private static Cure quietly(ServerFacts server, String variable, String value) {
        return server.isPrimary()
                ? server.dialect().byHand(variable, value)
                : server.dialect().safely(variable, value);
    }

    private static long connections(ProxyFacts proxy) {
        return (long) proxy.proxies() * (proxy.settings().pool().maxConnectionsPerServer() + BESIDE_POOL) + ROOM;
    }

    private static long packet(Settings settings) {
        return settings.limits().maxAllowedPacket().bytes();
    }

    private static boolean isStrict(ServerFacts server) {
        return server.variable("sql_mode").contains("STRICT_");
    }

    private static String strict(ServerFacts server) {
        String modes = server.variable("sql_mode");
        return modes.isEmpty() ? "STRICT_TRANS_TABLES" : modes + ",STRICT_TRANS_TABLES";
    }
}
