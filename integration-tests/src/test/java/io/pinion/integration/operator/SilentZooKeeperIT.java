package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.Wire;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper stands still: connections to it last, and nothing comes back. Operators have their answers all the same. */
class SilentZooKeeperIT {
    private static final Duration MOST = Duration.ofSeconds(10);
    private static final int PROXY = 2;

    /** Those that ask ZooKeeper, and some that don't. */
    private static final List<String> STATEMENTS = List.of(
            "SHOW PROXIES",
            "SHOW CLUSTER STATUS",
            "SHOW OPERATIONS",
            "SHOW PAIRS",
            "SHOW SHARDS",
            "SHOW TOPOLOGY STATUS",
            "SHOW TOPOLOGY HISTORY",
            "CHECK SERVERS",
            "VERIFY PAIR p",
            "SYNC ACCOUNTS",
            "CREATE TABLE pinterest.boards (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)",
            "ALTER TABLE pinterest.pins ADD COLUMN c INT",
            "DROP TABLE pinterest.pins",
            "PROMOTE PAIR p",
            "EXPLAIN PROMOTE PAIR p",
            "PROMOTE PAIR p FORCE FENCED",
            "OPEN PAIR p",
            "REPLACE STANDBY p WITH B",
            "EXPLAIN REPLACE STANDBY p WITH B",
            "ADD STANDBY p '127.0.0.1:1'",
            "CREATE PAIR r PRIMARY '127.0.0.1:1'",
            "DROP PAIR p",
            "OPEN SHARDS 2-3 ON p IN pinterest",
            "MOVE SHARDS 0-1 TO q IN pinterest",
            "CREATE KEYSPACE other ID 2 SHARDS ON p",
            "DROP KEYSPACE shop",
            "SET WEIGHT 0-1 TO 1 IN pinterest",
            "ALTER TOPOLOGY SET 'known_answers' = '{}'",
            "CREATE TOPOLOGY USER u IDENTIFIED BY 'p' KEYSPACES ALL",
            "RESUME OPERATION 1",
            "CANCEL OPERATION 1",
            "EXPORT TABLE pinterest.pins TO 'x'",
            "SHOW EXPORTS");

    @Test
    void everyStatementIsAnsweredWithinTenSeconds(@TempDir Path directory) throws Exception {
        LocalServers servers = LocalServers.open(directory.resolve("servers"));
        LocalPair pair = LocalPair.start(servers, "P", 7);
        PairCluster cluster = new PairCluster(
                directory, pair.primary().manage(), pair.standby().manage(), servers);
        try (Wire wire = new Wire("127.0.0.1", cluster.zooKeeperPort())) {
            cluster.addProxy(directory.resolve("three"), PairSettings.DEFAULT, "127.0.0.1:" + wire.port());
            try (Connection operator = cluster.connect(PROXY)) {
                Conditions.await(() -> Jdbc.rows(operator, "SHOW PROXIES").size() == 3);
                wire.freeze(true);
                // The first asks before it is known, some behind the loss of the connection, and some behind that of
                // the session.
                Map<String, String> slow = new LinkedHashMap<>();
                for (String sql : STATEMENTS) {
                    long begun = System.nanoTime();
                    String answer = answer(operator, sql);
                    long took = System.nanoTime() - begun;
                    if (took > MOST.toNanos()) {
                        slow.put(sql, took / 1_000_000 + " ms: " + answer);
                    }
                }
                assertThat(slow).isEmpty();
                assertThat(Jdbc.rows(operator, "SHOW CLUSTER STATUS").toString())
                        .contains("what the proxies serve is known as of", "operations_running, null")
                        .doesNotContain("it plans with generation");
                wire.freeze(false);
                Conditions.await(() -> Jdbc.rows(operator, "SHOW PROXIES").size() == 3);
            }
        } finally {
            cluster.stop();
        }
    }

    private static String answer(Connection operator, String sql) {
        try {
            return String.valueOf(new ArrayList<>(Jdbc.rows(operator, sql)));
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
