package io.pinion.integration.testing;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.Verifiers;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.TestProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Two real MariaDB servers, each a pair of its own, with eight shards of an id keyspace, a mod keyspace and an unsharded
 * one, and a whole proxy in front of them. The servers are started once for all test classes of a JVM and end with it.
 */
public final class RealCluster {
    /** The article's board: shard 5 here, type 2. */
    public static final long SHARD_5 = 5L << 46;

    public static final String ACCOUNT = "pinion_data";
    public static final String ACCOUNT_PASSWORD = "data-secret";

    private static final String OPTIONS = "--max-allowed-packet=64M";
    private static final int SHARDS = 8;
    private static final int SERVER_VERSION = 110405;

    private final LocalServer first;
    private final LocalServer second;

    private RealCluster(LocalServer first, LocalServer second) {
        this.first = first;
        this.second = second;
    }

    /** The one cluster of this JVM. */
    public static RealCluster shared() {
        return Shared.CLUSTER;
    }

    private static final class Shared {
        static final RealCluster CLUSTER = open();
    }

    private static RealCluster open() {
        try {
            Path directory = Files.createTempDirectory("pinion-data-path");
            LocalServers servers = LocalServers.open(directory);
            RealCluster cluster = new RealCluster(
                    servers.start(ServerSpec.single("a").withOptions(OPTIONS)),
                    servers.start(ServerSpec.single("b").withOptions(OPTIONS)));
            cluster.fill();
            return cluster;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The primary of pair1, with shards 0 to 3 and everything unsharded. */
    public LocalServer first() {
        return first;
    }

    /** The primary of pair2, with shards 4 to 7. */
    public LocalServer second() {
        return second;
    }

    /** A proxy with the real planner, still to be started. */
    public TestProxy.Builder proxy() {
        PlanCache cache = new PlanCache(1_000);
        FingerprintKey key = FingerprintKey.draw(new SecureRandom());
        return TestProxy.builder()
                .topology(topology(1, "[0, 3]", "[4, 7]"))
                .account(ACCOUNT, ACCOUNT_PASSWORD)
                .planner(() -> Planners.make(cache, key, SqlDialect.MARIADB, SERVER_VERSION));
    }

    private void fill() throws SQLException {
        for (LocalServer server : List.of(first, second)) {
            server.fence(false);
            server.execute(
                    "CREATE USER '" + ACCOUNT + "'@'%' IDENTIFIED VIA mysql_native_password USING PASSWORD('"
                            + ACCOUNT_PASSWORD + "')",
                    "GRANT ALL ON *.* TO '" + ACCOUNT + "'@'%'",
                    "REVOKE SUPER, READ_ONLY ADMIN ON *.* FROM '" + ACCOUNT + "'@'%'");
        }
        first.execute("CREATE DATABASE legacy");
        for (int shard = 0; shard < SHARDS; shard++) {
            LocalServer server = shard < SHARDS / 2 ? first : second;
            List<String> statements = new ArrayList<>();
            for (String keyspace : List.of("db", "msdb")) {
                statements.add("CREATE DATABASE %s%05d".formatted(keyspace, shard));
            }
            for (String table : List.of("pins", "boards")) {
                statements.add(("CREATE TABLE db%05d." + table
                                + " (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data LONGTEXT,"
                                + " ts TIMESTAMP DEFAULT CURRENT_TIMESTAMP) CHARACTER SET utf8mb4")
                        .formatted(shard));
            }
            statements.add(("CREATE TABLE db%05d.board_has_pins (board_id BIGINT, pin_id BIGINT, sequence BIGINT,"
                            + " PRIMARY KEY (board_id, pin_id))")
                    .formatted(shard));
            statements.add(
                    "CREATE TABLE msdb%05d.ip_data (ip VARCHAR(45) PRIMARY KEY, data LONGTEXT)".formatted(shard));
            server.execute(statements.toArray(new String[0]));
        }
    }

    /** A later topology in which the shards lie differently, such as {@code "[0, 2]"} and {@code "[3, 7]"}. */
    public Topology topology(long generation, String firstRange, String secondRange) {
        Verifiers app = Verifiers.of(TestProxy.PASSWORD);
        String ranges = """
                [{"range": %s, "pair": "pair1"}, {"range": %s, "pair": "pair2"}]""".formatted(firstRange, secondRange);
        String json = """
                {"generation": %d, "cluster": "test",
                 "servers": {"pair1A": "127.0.0.1:%d", "pair2A": "127.0.0.1:%d"},
                 "pairs": {"pair1": {"primary": "pair1A"}, "pair2": {"primary": "pair2A"}},
                 "home": "pair1",
                 "keyspaces": {
                   "pinterest": {"kind": "id", "database": "db%%05d", "ranges": %s, "tables": {
                     "pins": {"kind": "object", "type": 1, "colocate": "data.board_id", "columns":
                       {"local_id": "bigint unsigned", "data": "longtext", "ts": "timestamp"}},
                     "boards": {"kind": "object", "type": 2, "columns":
                       {"local_id": "bigint unsigned", "data": "longtext", "ts": "timestamp"}},
                     "board_has_pins": {"kind": "mapping", "from": "board_id", "to": "pin_id", "columns":
                       {"board_id": "bigint", "pin_id": "bigint", "sequence": "bigint"}}}},
                   "lookup": {"kind": "mod", "database": "msdb%%05d", "shards": 8, "hash": "md5", "ranges": %s,
                     "tables": {"ip_data": {"kind": "hashed", "key": "ip", "columns":
                       {"ip": "varchar(45)", "data": "longtext"}}}},
                   "legacy": {"kind": "single", "pair": "pair1"}},
                 "users": {"%s": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"],
                   "admin": true}},
                 "accounts": {"data": {"user": "%s", "secret": "env:PASSWORD"}}}
                """.formatted(
                        generation,
                        first.port(),
                        second.port(),
                        ranges,
                        ranges,
                        TestProxy.USER,
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        ACCOUNT);
        return switch (new TopologyReader().read(json)) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused -> throw new IllegalStateException(refused.text());
        };
    }
}
