package io.pinion.operations.check;

import io.pinion.config.settings.Settings;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.check.ServerFacts.Encryption;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.watch.ServerClock;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.server.watch.ServerRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Two pairs that are well, of which tests change something: p of A and B, and q of C alone. */
final class CheckedCluster {
    static final Server A = new Server("A", "10.0.1.1", 3306);
    static final Server B = new Server("B", "10.0.1.2", 3306);
    static final Server C = new Server("C", "10.0.2.1", 3306);
    static final Pair P = new Pair("p", A, Optional.of(B));
    static final Pair Q = new Pair("q", C, Optional.empty());

    static final String MARIADB = "11.4.5-MariaDB";
    static final String MYSQL = "9.7.0";

    private final String version;
    private final Map<Server, Map<String, String>> variables = new HashMap<>();
    private final Map<Server, List<AccountState>> accounts = new HashMap<>();
    private final Map<Server, String> versions = new HashMap<>();
    private boolean lasts = true;
    private boolean stopped;
    private boolean encrypted = true;
    private ProxyFacts proxy = new ProxyFacts(Settings.DEFAULT, 1, OptionalLong.of(1_048_576), 512L << 20);

    CheckedCluster(String version) {
        this.version = version;
        int number = 1;
        for (Server server : List.of(A, B, C)) {
            Map<String, String> values = new HashMap<>(isMySql() ? ofMySql() : ofMariaDb());
            values.putAll(common());
            values.put("server_id", String.valueOf(number++));
            values.put("gtid_domain_id", server.equals(C) ? "2" : "1");
            variables.put(server, values);
            versions.put(server, version);
            accounts.put(server, List.of(loggedIn(AccountRole.OPERATOR), loggedIn(AccountRole.MONITOR)));
        }
    }

    private boolean isMySql() {
        return version.equals(MYSQL);
    }

    private static Map<String, String> ofMySql() {
        return Map.of(
                "log_bin", "ON",
                "log_replica_updates", "ON",
                "gtid_mode", "ON",
                "enforce_gtid_consistency", "ON");
    }

    private static Map<String, String> ofMariaDb() {
        return Map.of("log_bin", "ON", "log_slave_updates", "ON", "gtid_strict_mode", "ON");
    }

    private static Map<String, String> common() {
        Map<String, String> values = new HashMap<>();
        values.put("binlog_format", "ROW");
        values.put("sql_mode", "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION");
        values.put("max_connections", "500");
        values.put("max_allowed_packet", "67108864");
        values.put("table_open_cache", "2000");
        values.put("open_files_limit", "65536");
        values.put("wait_timeout", "28800");
        values.put("character_set_server", "utf8mb4");
        values.put("default_storage_engine", "InnoDB");
        values.put("time_zone", "SYSTEM");
        values.put("system_time_zone", "UTC");
        values.put("lower_case_table_names", "0");
        values.put("transaction_isolation", "REPEATABLE-READ");
        values.put("tx_isolation", "REPEATABLE-READ");
        values.put("innodb_lock_wait_timeout", "50");
        values.put("group_concat_max_len", "1048576");
        return values;
    }

    static AccountState loggedIn(AccountRole role, String... lacking) {
        Account account = account(role);
        return new AccountState.LoggedIn(
                account, Optional.of(role), "'" + account.user() + "'@'10.0.%'", Set.of(lacking));
    }

    static Account account(AccountRole role) {
        return new Account(role.accountName(), role.userName(), "env:SECRET");
    }

    CheckedCluster set(Server server, String variable, String value) {
        variables.computeIfAbsent(server, none -> new HashMap<>()).put(variable, value);
        return this;
    }

    private Map<String, String> values(Server server) {
        return variables.getOrDefault(server, new HashMap<>());
    }

    CheckedCluster has(Server server, AccountState... states) {
        accounts.put(server, List.of(states));
        return this;
    }

    CheckedCluster isOf(Server server, String other) {
        versions.put(server, other);
        return this;
    }

    /** Its servers don't apply what they get. */
    CheckedCluster stopped() {
        stopped = true;
        return this;
    }

    /** What is found of the pairs' state was not found before. */
    CheckedCluster forTheFirstTime() {
        lasts = false;
        return this;
    }

    /** Its servers offer no TLS. */
    CheckedCluster unencrypted() {
        encrypted = false;
        return this;
    }

    CheckedCluster with(ProxyFacts other) {
        proxy = other;
        return this;
    }

    /** Of a cluster in which nothing is yet. */
    static ClusterFacts pairless() {
        Topology topology =
                new Topology(1, "main", Map.of(), Map.of(), Map.of(), Map.of(), Optional.empty(), Map.of(), Map.of());
        return new ClusterFacts(topology, List.of(), Map.of(), finding -> true, new CheckedCluster(MARIADB).proxy);
    }

    /**
     * The same with a server that doesn't answer.
     *
     * @param followed whether its partner still knows whom it follows
     */
    ClusterFacts without(Server silent, boolean followed) {
        ClusterFacts all = facts();
        List<ServerFacts> told = new ArrayList<>();
        for (ServerFacts server : all.servers()) {
            if (!server.server().equals(silent)) {
                told.add(followed ? server : facts(server.pair(), server.server(), ""));
            }
        }
        return new ClusterFacts(all.topology(), told, Map.of(), finding -> true, proxy);
    }

    /** The same with a server in the topology that no pair has. */
    ClusterFacts alsoNaming(Server spare) {
        return facts(List.of(A, B, C, spare));
    }

    ClusterFacts facts() {
        return facts(List.of(A, B, C));
    }

    private ClusterFacts facts(List<Server> named) {
        Map<String, Server> servers = new LinkedHashMap<>();
        named.forEach(server -> servers.put(server.name(), server));
        Map<String, Pair> pairs = new LinkedHashMap<>();
        List.of(P, Q).forEach(pair -> pairs.put(pair.name(), pair));
        Topology topology =
                new Topology(1, "main", servers, pairs, Map.of(), Map.of(), Optional.empty(), Map.of(), Map.of());
        List<ServerFacts> facts = new ArrayList<>();
        facts.add(facts(P, A, "2"));
        facts.add(facts(P, B, "1"));
        facts.add(facts(Q, C, ""));
        return new ClusterFacts(topology, facts, Map.of(), finding -> lasts, proxy);
    }

    /** The same with a server that no pair has, which is as A is but for its server_id. */
    ClusterFacts factsWith(Server another, boolean empty) {
        values(A).forEach((name, value) -> variables
                .computeIfAbsent(another, none -> new HashMap<>())
                .putIfAbsent(name, value));
        values(another).put("server_id", "9");
        ClusterFacts known = facts();
        String writesAs = facts(Q, another, "").writesAs();
        List<ServerFacts> all = new ArrayList<>(known.servers());
        all.add(facts(known.placeOf(another, writesAs, empty), another, ""));
        return new ClusterFacts(known.topology(), all, known.standings(), known.lasts(), proxy);
    }

    private ServerFacts facts(Pair pair, Server server, String source) {
        Map<String, String> values = values(server);
        ReplicationHealth health = source.isEmpty()
                ? new ReplicationHealth(false, false, false, "", OptionalLong.empty(), OptionalLong.empty())
                : new ReplicationHealth(
                        true, true, !stopped, "", OptionalLong.of(0), OptionalLong.of(Long.parseLong(source)));
        ServerReport report = new ServerReport(
                versions.getOrDefault(server, version),
                Long.parseLong(values.getOrDefault("server_id", "0")),
                server.equals(B),
                false,
                0,
                new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                GtidSet.EMPTY,
                Optional.of(health),
                List.of(),
                new ServerRoom(10, 500, false),
                "",
                List.of());
        return new ServerFacts(
                pair,
                server,
                report,
                values,
                List.of("server_id " + values.get("server_id")),
                isMySql() ? "server_uuid " + server.name() : "gtid_domain_id " + values.get("gtid_domain_id"),
                "10.0.%",
                new Encryption(encrypted, false),
                8_000,
                accounts.getOrDefault(server, List.of()));
    }
}
