package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.JdbcConnection;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.frontend.ServerTls;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Connector/J through Pinion to real servers. */
@ExtendWith(LeakWatch.class)
class JdbcIT {
    private static TestProxy proxy;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        proxy = RealCluster.shared()
                .proxy()
                .tls(ServerTls.selfSigned(directory))
                .loops(2)
                .start();
        RealCluster.shared()
                .first()
                .execute("CREATE OR REPLACE TABLE legacy.t"
                        + " (id INT AUTO_INCREMENT PRIMARY KEY, v LONGTEXT, u INT UNIQUE)");
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void aPlainConnectionWorks() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED")) {
            assertThat(Jdbc.value(connection, "SELECT 1 + 1")).isEqualTo("2");
            assertThat(connection.getMetaData().getDatabaseProductVersion()).contains("pinion");
        }
    }

    @Test
    void anEncryptedConnectionWorks() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=REQUIRED")) {
            assertThat(Jdbc.value(connection, "SELECT 'encrypted'")).isEqualTo("encrypted");
        }
    }

    @Test
    void cachingSha2WorksWithoutTls() throws SQLException {
        try (Connection connection = connect(
                "legacy",
                "sslMode=DISABLED&defaultAuthenticationPlugin=com.mysql.cj.protocol.a.authentication.CachingSha2PasswordPlugin")) {
            assertThat(Jdbc.value(connection, "SELECT 3")).isEqualTo("3");
        }
    }

    @Test
    void generatedKeysAndLastInsertIdAgree() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t (v) VALUES ('a')", Statement.RETURN_GENERATED_KEYS);
            long key;
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                key = keys.getLong(1);
            }
            assertThat(Jdbc.value(connection, "SELECT LAST_INSERT_ID()")).isEqualTo(Long.toString(key));
        }
    }

    /** Long enough to be parsed off the event loop, once. */
    @Test
    void thousandsOfRowsInOneInsert() throws SQLException {
        long board = RealCluster.SHARD_5 | 2L << 36 | 77;
        String rows = IntStream.range(0, 2_000)
                .mapToObj(pin -> "(" + board + ", " + pin + ", 1)")
                .collect(Collectors.joining(", "));
        try (Connection connection = connect("pinterest", "sslMode=DISABLED&allowMultiQueries=true");
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO board_has_pins VALUES " + rows))
                    .isEqualTo(2_000);
            assertThat(statement.executeUpdate("DELETE FROM board_has_pins WHERE board_id = " + board))
                    .isEqualTo(2_000);
            statement.execute("INSERT INTO board_has_pins VALUES " + rows + "; INSERT INTO board_has_pins VALUES "
                    + rows.replace(board + ", ", board + ", 1000"));
            assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM board_has_pins WHERE board_id = " + board))
                    .isEqualTo("4000");
            statement.executeUpdate("DELETE FROM board_has_pins WHERE board_id = " + board);
        }
    }

    @Test
    void lastInsertIdIsTheServersEvenWhereTheOkSaysOtherwise() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t (v) VALUES ('a')");
            String generated = Jdbc.value(connection, "SELECT LAST_INSERT_ID()");
            statement.executeUpdate(
                    "INSERT INTO t (id, v) VALUES (100000, 'explicit') ON DUPLICATE KEY UPDATE v = 'b'");

            assertThat(Jdbc.value(connection, "SELECT LAST_INSERT_ID()")).isEqualTo(generated);
        }
    }

    @Test
    void aTransactionCommitsAndRollsBack() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t WHERE u IN (1, 2)");
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t (u) VALUES (1)");
            connection.rollback();
            statement.executeUpdate("INSERT INTO t (u) VALUES (2)");
            connection.commit();
            connection.setAutoCommit(true);

            assertThat(Jdbc.value(connection, "SELECT GROUP_CONCAT(u) FROM t WHERE u IN (1, 2)"))
                    .isEqualTo("2");
        }
    }

    @Test
    void anIdOfAnotherTableMatchesNoRowAndIsWarnedOf() throws SQLException {
        long pin = RealCluster.SHARD_5 | 1L << 36 | 1;
        long board = RealCluster.SHARD_5 | 2L << 36 | 1;
        try (Connection connection = connect("pinterest", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            for (String sql : new String[] {
                "SELECT data FROM pins WHERE id = " + board,
                "SELECT data FROM pins WHERE id IN (" + pin + ", " + board + ")",
                "UPDATE pins SET data = 'x' WHERE id = " + board
            }) {
                statement.execute(sql);
                assertThat(statement.getWarnings().getMessage())
                        .isEqualTo("id " + board + " is one of boards (type 2), so it matches no row of pins (type 1)");
            }
            statement.execute("SELECT data FROM pins WHERE id = " + pin);
            assertThat((Object) statement.getWarnings()).isNull();
        }
    }

    @Test
    void savepointsWork() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t WHERE u IN (11, 12)");
            connection.setAutoCommit(false);
            var early = connection.setSavepoint("early");
            statement.executeUpdate("INSERT INTO t (u) VALUES (11)");
            connection.rollback(early);
            statement.executeUpdate("INSERT INTO t (u) VALUES (12)");
            connection.commit();
            connection.setAutoCommit(true);

            assertThat(Jdbc.value(connection, "SELECT GROUP_CONCAT(u) FROM t WHERE u IN (11, 12)"))
                    .isEqualTo("12");
        }
    }

    @Test
    void aDuplicateKeyInsideATransactionLeavesItOpen() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t WHERE u IN (21, 22)");
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t (u) VALUES (21)");
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t (u) VALUES (21)"))
                    .hasMessageContaining("Duplicate entry");
            statement.executeUpdate("INSERT INTO t (u) VALUES (22)");
            connection.commit();

            assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM t WHERE u IN (21, 22)"))
                    .isEqualTo("2");
        }
    }

    @Test
    void warningsAreThoseOfTheLastStatement() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT CAST('12x' AS SIGNED)");
            assertThat(String.valueOf(statement.getWarnings())).contains("Truncated incorrect");
        }
    }

    @Test
    void rowsBeyondSixteenMegabytesPassBothWays() throws SQLException {
        byte[] noise = new byte[9 * 1024 * 1024];
        new Random(7).nextBytes(noise);
        String big = java.util.HexFormat.of().formatHex(noise);
        try (Connection connection = connect("legacy", "sslMode=DISABLED&maxAllowedPacket=67108864");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("REPLACE INTO t (u, v) VALUES (31, '" + big + "')");

            assertThat(Jdbc.value(connection, "SELECT v FROM t WHERE u = 31")).isEqualTo(big);
        }
    }

    @Test
    void aResetConnectionIsAsAfterLogin() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.execute("SET @x = 5, sql_mode = 'ANSI'");
            assertThat(Jdbc.value(connection, "SELECT @x")).isEqualTo("5");
            connection.unwrap(JdbcConnection.class).resetServerState();

            assertThat(Jdbc.value(connection, "SELECT @x")).isNull();
            assertThat(Jdbc.value(connection, "SELECT DATABASE()")).isEqualTo("legacy");
        }
    }

    @Test
    void changingTheUserIsASecondLogin() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE of_the_old_user (a INT)");
            connection.unwrap(JdbcConnection.class).changeUser(TestProxy.USER, TestProxy.PASSWORD);

            assertThat(Jdbc.value(connection, "SELECT USER()")).startsWith(TestProxy.USER);
            assertThatThrownBy(() -> Jdbc.value(connection, "SELECT COUNT(*) FROM legacy.of_the_old_user"))
                    .hasMessageContaining("doesn't exist");
            assertThatThrownBy(() -> connection.unwrap(JdbcConnection.class).changeUser(TestProxy.USER, "wrong"))
                    .hasMessageContaining("Access denied");
        }
    }

    @Test
    void temporaryTablesStayWithTheSession() throws SQLException {
        try (Connection connection = connect("legacy", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE mine (a INT)");
            statement.execute("INSERT INTO mine VALUES (1), (2)");
            assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM mine")).isEqualTo("2");
        }
        try (Connection connection = connect("legacy", "sslMode=DISABLED")) {
            assertThatThrownBy(() -> Jdbc.value(connection, "SELECT COUNT(*) FROM mine"))
                    .hasMessageContaining("doesn't exist");
        }
    }

    @Test
    void physicalShardsAreReachedByName() throws SQLException {
        try (Connection connection = connect("db00005", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO pins (data) VALUES ('{}')", Statement.RETURN_GENERATED_KEYS);
            assertThat(Jdbc.value(connection, "SELECT COUNT(*) > 0 FROM db00005.pins"))
                    .isEqualTo("1");
            assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM db00001.boards"))
                    .isEqualTo("0");
        }
    }

    @Test
    void aComposedIdFindsItsRow() throws SQLException {
        long board = RealCluster.SHARD_5 | 2L << 36 | 77;
        try (Connection connection = connect("pinterest", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO pins (data) VALUES ('{\"board_id\": " + board + "}')");
            long id = Long.parseLong(Jdbc.value(connection, "SELECT LAST_INSERT_ID()"));

            assertThat(id >>> 46).isEqualTo(5);
            assertThat(Jdbc.value(connection, "SELECT data FROM pins WHERE id = " + id))
                    .contains(Long.toString(board));
        }
    }

    @Test
    void aTransactionOnOneShardIsExact() throws SQLException {
        long pin = RealCluster.SHARD_5 | 1L << 36 | 1;
        try (Connection connection = connect("pinterest", "sslMode=DISABLED");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO db00005.pins (local_id, data) VALUES (1, '{}')"
                    + " ON DUPLICATE KEY UPDATE data = '{}'");
            connection.setAutoCommit(false);
            Jdbc.value(connection, "SELECT data FROM pins WHERE id = " + pin + " FOR UPDATE");
            statement.executeUpdate("UPDATE pins SET data = '{\"edited\": 1}' WHERE id = " + pin);
            connection.rollback();

            assertThat(Jdbc.value(connection, "SELECT data FROM pins WHERE id = " + pin))
                    .isEqualTo("{}");
        }
    }

    private static Connection connect(String database, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/" + database
                        + "?allowPublicKeyRetrieval=true&connectTimeout=5000&socketTimeout=20000&" + options,
                TestProxy.USER,
                TestProxy.PASSWORD);
    }
}
