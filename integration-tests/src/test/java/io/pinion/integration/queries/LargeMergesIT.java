package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sorted answers of which more would have to be held than Pinion holds, and pages of which little is read. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LargeMergesIT {
    private static final int SHARDS = 8;
    private static final int PINS_OF_SHARD = 600;

    /** All together: 96 MB, where 64 are held. */
    private static final int DATA_BYTES = 20_000;

    private static TestProxy proxy;

    @BeforeAll
    static void start() throws SQLException {
        proxy = RealCluster.shared().proxy().start();
        for (int shard = 0; shard < SHARDS; shard++) {
            serverOf(shard)
                    .execute(
                            "USE db%05d".formatted(shard),
                            "TRUNCATE pins",
                            ("INSERT INTO pins SELECT seq, CONCAT(seq %% 7, REPEAT('x', %d)),"
                                            + " TIMESTAMP('2026-11-20') + INTERVAL seq * 13 %% 101 SECOND FROM seq_1_to_%d")
                                    .formatted(DATA_BYTES, PINS_OF_SHARD));
        }
    }

    private static LocalServer serverOf(int shard) {
        return shard < SHARDS / 2
                ? RealCluster.shared().first()
                : RealCluster.shared().second();
    }

    @AfterAll
    static void stop() throws SQLException {
        // First: what it still does could hold a TRUNCATE up.
        if (proxy != null) {
            proxy.close();
        }
        for (int shard = 0; shard < SHARDS; shard++) {
            serverOf(shard).execute("TRUNCATE db%05d.pins".formatted(shard));
        }
    }

    private static Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/pinterest?allowPublicKeyRetrieval=true&sslMode=DISABLED"
                        + "&socketTimeout=20000" + options,
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    @Test
    void rowsByIdFollowShardByShard() throws SQLException {
        assertThat(sorted("", "SELECT id, data, id AS k FROM pins ORDER BY id", Comparator.<Long>naturalOrder()))
                .isEqualTo(SHARDS * PINS_OF_SHARD);
        assertThat(sorted("", "SELECT id, data, id AS k FROM pins ORDER BY id DESC", Comparator.<Long>reverseOrder()))
                .isEqualTo(SHARDS * PINS_OF_SHARD);
    }

    @Test
    void rowsByAnotherColumnAreSortedByTheirServers() throws SQLException {
        String sql = "SELECT id, data, UNIX_TIMESTAMP(ts) AS k FROM pins ORDER BY ts";

        assertThat(sorted("", sql, Comparator.<Long>naturalOrder())).isEqualTo(SHARDS * PINS_OF_SHARD);
        assertThat(sorted("&useServerPrepStmts=true", sql + " -- a comment", Comparator.<Long>naturalOrder()))
                .isEqualTo(SHARDS * PINS_OF_SHARD);
        assertThat(sorted("", sql + " DESC LIMIT 4500 OFFSET 10", Comparator.<Long>reverseOrder()))
                .isEqualTo(4500);
    }

    /** Reads rows one by one, as the server sends them; {@code k} is what they are sorted by. */
    private static int sorted(String options, String sql, Comparator<Long> order) throws SQLException {
        try (Connection connection = connect(options);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(Integer.MIN_VALUE);
            int rows = 0;
            try (ResultSet set = statement.executeQuery()) {
                long before = 0;
                while (set.next()) {
                    long key = set.getLong("k");
                    assertThat(set.getString("data")).hasSize(DATA_BYTES + 1);
                    if (rows++ > 0) {
                        assertThat(order.compare(before, key)).isNotPositive();
                    }
                    before = key;
                }
            }
            try (ResultSet set = statement.executeQuery("SELECT COUNT(*) FROM pins")) {
                set.next();
                assertThat(set.getInt(1)).isEqualTo(SHARDS * PINS_OF_SHARD);
            }
            return rows;
        }
    }

    @Test
    void aTransactionSeesItsChangesInASortedStream() throws SQLException {
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE pins SET ts = '2030-01-01' WHERE id IN (68719476737, 492649928720385)");
            try (ResultSet set = statement.executeQuery("SELECT id, data, YEAR(ts) FROM pins ORDER BY ts DESC")) {
                set.next();
                assertThat(set.getInt(3)).isEqualTo(2030);
                set.next();
                assertThat(set.getInt(3)).isEqualTo(2030);
                int rows = 2;
                while (set.next()) {
                    rows++;
                }
                assertThat(rows).isEqualTo(SHARDS * PINS_OF_SHARD);
            }
            connection.rollback();
            try (ResultSet set = statement.executeQuery("SELECT COUNT(*) FROM pins WHERE ts = '2030-01-01'")) {
                set.next();
                assertThat(set.getInt(1)).isZero();
            }
        }
    }

    @Test
    void aPageIsReadFromTheShardsThatHaveIt() throws SQLException {
        try (Connection blocking = RealCluster.shared().second().connect();
                Statement blocker = blocking.createStatement();
                Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            // Who asks shard 6 waits for ever.
            blocker.execute("LOCK TABLES db00006.pins WRITE");
            assertThat(ids(statement, "SELECT id FROM pins ORDER BY id LIMIT 3"))
                    .isEqualTo("68719476737,68719476738,68719476739");
            assertThat(ids(statement, "SELECT id FROM pins ORDER BY id DESC LIMIT 2"))
                    .isEqualTo("492649928720984,492649928720983");
            assertThat(ids(statement, "SELECT id FROM pins WHERE id >= 281543696187393 ORDER BY id LIMIT 600, 1"))
                    .isEqualTo("351912440365057");
            assertThat(ids(statement, "SELECT id FROM pins ORDER BY id LIMIT 0"))
                    .isEmpty();
            // The last row that is wanted comes ahead of the end of the shard before it.
            for (int limit = 1190; limit < 1210; limit++) {
                assertThat(ids(statement, "SELECT id FROM pins WHERE id < 281543696187393 ORDER BY id LIMIT " + limit)
                                .split(","))
                        .hasSize(limit);
            }
            connection.setAutoCommit(false);
            assertThat(ids(statement, "SELECT id FROM pins WHERE id > 68719476737 ORDER BY id LIMIT 1"))
                    .isEqualTo("68719476738");
            connection.commit();
        }
    }

    private static String ids(Statement statement, String sql) throws SQLException {
        StringBuilder ids = new StringBuilder();
        try (ResultSet set = statement.executeQuery(sql)) {
            while (set.next()) {
                ids.append(ids.isEmpty() ? "" : ",").append(set.getLong(1));
            }
        }
        return ids.toString();
    }
}
