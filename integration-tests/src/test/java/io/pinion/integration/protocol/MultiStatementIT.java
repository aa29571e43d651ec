package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Texts of several statements through Pinion, which sends them one by one, and the same results as on one server. */
@ExtendWith(LeakWatch.class)
class MultiStatementIT {
    private static final long PIN = RealCluster.SHARD_5 | 1L << 36;
    private static final long NEAR_PIN = 1L << 46 | 1L << 36;

    private static TestProxy proxy;

    @BeforeAll
    static void start() {
        proxy = RealCluster.shared().proxy().maxConnections(1).start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @BeforeEach
    void prepare() throws SQLException {
        RealCluster.shared().first().execute("CREATE OR REPLACE TABLE legacy.m (id INT PRIMARY KEY, s LONGTEXT)");
        RealCluster.shared().first().execute("DELETE FROM db00001.pins WHERE local_id = 900");
        RealCluster.shared().second().execute("DELETE FROM db00005.pins WHERE local_id = 900");
    }

    @Test
    void statementsOfOnePairMakeOneAnswer() throws SQLException {
        assertThat(results(
                        "legacy", "INSERT INTO m VALUES (1, 'a'), (2, 'b'); SELECT COUNT(*) FROM m; SELECT s FROM m"))
                .containsExactly("changed 2", "[2]", "[a, b]");
    }

    @Test
    void statementsOfSeveralShardsAndPairsMakeOneAnswer() throws SQLException {
        String sql = "INSERT INTO pins (id, data) VALUES (" + (PIN | 900) + ", 'far');"
                + "INSERT INTO pins (id, data) VALUES (" + (NEAR_PIN | 900) + ", 'near');"
                + "SELECT data FROM pins WHERE id = " + (PIN | 900) + ";"
                + "SELECT id, data FROM pins WHERE id = " + (NEAR_PIN | 900) + ";"
                + "SELECT 1; DELETE FROM pins WHERE id = " + (PIN | 900);
        assertThat(results("pinterest", sql))
                .containsExactly("changed 1", "changed 1", "[far]", "[" + (NEAR_PIN | 900) + "]", "[1]", "changed 1");
    }

    @Test
    void aTransactionMayStandInOneText() throws SQLException {
        assertThat(results("legacy", "BEGIN; INSERT INTO m VALUES (1, 'a'); ROLLBACK; SELECT COUNT(*) FROM m"))
                .containsExactly("changed 0", "changed 1", "changed 0", "[0]");
    }

    @Test
    void settingsInOneTextHoldForWhatFollows() throws SQLException {
        assertThat(
                        results(
                                "legacy",
                                "SET @a = 5; SELECT @a; SET sql_mode = 'ANSI_QUOTES'; SELECT \"id\" FROM (SELECT 3 id) t; USE legacy; SELECT DATABASE()"))
                .containsExactly("changed 0", "[5]", "changed 0", "[3]", "changed 0", "[legacy]");
    }

    @Test
    void everySettingHasAnAnswerOfItsOwn() throws SQLException {
        assertThat(results("legacy", "SET autocommit = 0; SET autocommit = 1; SET @a = 1"))
                .containsExactly("changed 0", "changed 0", "changed 0");
    }

    @Test
    void anErrorEndsTheTextAndWhatWasBeforeItHasRun() throws SQLException {
        assertThat(results(
                        "legacy",
                        "BEGIN; INSERT INTO m VALUES (1, 'a'); COMMIT; SELECT nosuch; INSERT INTO m VALUES (2, 'b')"))
                .containsExactly("error 1054");
        assertThat(results("legacy", "SELECT COUNT(*) FROM m")).containsExactly("[1]");
    }

    @Test
    void anOptionAllowsThemToClientsWhoseLoginDidNot() {
        try (RawClient client = new RawClient(proxy.port())) {
            int withoutMultiStatements = RawClient.CLASSIC & ~(1 << 16);
            assertThat(client.login(TestProxy.USER, TestProxy.PASSWORD, withoutMultiStatements, "")
                            .errorCode())
                    .isZero();
            assertThat(client.query("SELECT 1; SELECT 2").errorCode()).isEqualTo(1064);
            assertThat(client.query("SELECT 1; USE legacy").errorCode()).isEqualTo(1064);

            client.sendPacket(0, new byte[] {0x1B, 0, 0});
            assertThat(client.readPacket()[0]).as("an EOF packet").isEqualTo((byte) 0xFE);
            assertThat(client.query("SELECT 1; SELECT 2").rows()).containsExactly("1");
            assertThat(client.readAnswer().rows()).containsExactly("2");

            client.sendPacket(0, new byte[] {0x1B, 1, 0});
            assertThat(client.readPacket()[0]).isEqualTo((byte) 0xFE);
            assertThat(client.query("SELECT 1; SELECT 2").errorCode()).isEqualTo(1064);
            assertThat(client.query("SELECT 3").rows()).containsExactly("3");
        }
    }

    @Test
    void largeRowsPassInTheMiddle() throws SQLException {
        assertThat(
                        results(
                                "legacy",
                                "BEGIN; SELECT LENGTH(s) FROM (SELECT REPEAT('x', 17000000) s) t; SELECT LENGTH(REPEAT('x', 17000000)); COMMIT"))
                .containsExactly("changed 0", "[17000000]", "[17000000]", "changed 0");
        try (Connection connection = connect("legacy");
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN; SELECT REPEAT('x', 17000000); COMMIT");
            assertThat(statement.getMoreResults()).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                assertThat(rows.getString(1)).hasSize(17_000_000);
            }
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isZero();
        }
    }

    /** Texts of several pairs are edited on their way: what is half edited goes with the client. */
    @Test
    void aClientThatGoesInTheMiddleLeavesNothing() throws SQLException {
        String large =
                "SELECT REPEAT('x', 3000000) FROM db0000%d.pins RIGHT JOIN (SELECT 1 AS one) AS o ON TRUE LIMIT 1;";
        for (int read = 0; read < 10; read++) {
            try (RawClient leaving = new RawClient(proxy.port(), 16 * 1024)) {
                leaving.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "");
                leaving.sendQuery((large.formatted(1) + large.formatted(5)).repeat(3));
                leaving.readBytes(1 + read * 700_000);
            }
        }
        Conditions.await(() -> proxy.server().sessions().size() == 0);
        assertThat(results("legacy", "SELECT 1; SELECT 2")).containsExactly("[1]", "[2]");
    }

    private static List<String> results(String database, String sql) throws SQLException {
        List<String> results = new ArrayList<>();
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            try {
                boolean rows = statement.execute(sql);
                while (rows || statement.getUpdateCount() >= 0) {
                    results.add(rows ? rowsOf(statement) : "changed " + statement.getUpdateCount());
                    rows = statement.getMoreResults();
                }
            } catch (SQLException e) {
                results.add("error " + e.getErrorCode());
            }
            try (ResultSet alive = statement.executeQuery("SELECT 'alive'")) {
                alive.next();
                assertThat(alive.getString(1)).isEqualTo("alive");
            }
        }
        return results;
    }

    private static String rowsOf(Statement statement) throws SQLException {
        List<String> cells = new ArrayList<>();
        try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
                cells.add(rows.getString(1));
            }
        }
        return cells.toString();
    }

    private static Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/" + database
                        + "?sslMode=DISABLED&allowMultiQueries=true&maxAllowedPacket=67108864",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }
}
