package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.backend.PoolLimits;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RealCluster;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * With one connection for everybody: a session that has something on it which can't be replayed keeps it, and gives it up
 * when the thing has ended, clean.
 */
@ExtendWith(LeakWatch.class)
class PinIT {
    private static final PoolLimits IMPATIENT = new PoolLimits(700, 10, 60_000, 3_000, 16, 0);

    private static TestProxy proxy;

    @BeforeAll
    static void start() throws SQLException {
        proxy = RealCluster.shared()
                .proxy()
                .maxConnections(1)
                .poolLimits(IMPATIENT)
                .start();
        RealCluster.shared()
                .first()
                .execute(
                        "CREATE OR REPLACE TABLE legacy.pinned (id INT PRIMARY KEY)",
                        "CREATE DATABASE IF NOT EXISTS test_other");
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TEMPORARY TABLE tmp (a INT)        | DROP TEMPORARY TABLE tmp",
                "CREATE TEMPORARY TABLE `Tmp` (a INT)      | DROP TABLE IF EXISTS tmp",
                "CREATE TEMPORARY TABLE legacy.tmp (a INT) | DROP TABLE legacy.tmp",
                "LOCK TABLES pinned WRITE                  | UNLOCK TABLES",
                "HANDLER pinned OPEN                       | HANDLER pinned CLOSE",
                "HANDLER pinned OPEN AS h                  | HANDLER h CLOSE",
                "PREPARE s FROM 'SELECT 1'                 | DEALLOCATE PREPARE s",
                "PREPARE s FROM 'SELECT 1'                 | DROP PREPARE s",
                "XA START 'x'                              | XA END 'x'; XA ROLLBACK 'x'",
                "BEGIN; SELECT * FROM pinned               | COMMIT",
            })
    void whatIsEndedFreesTheConnection(String begin, String end) throws SQLException {
        try (Connection first = connect();
                Connection second = connect()) {
            execute(first, begin);
            assertThat(isFree(second)).as("while it lasts").isFalse();
            execute(first, end);
            assertThat(isFree(second)).as("when it has ended").isTrue();
            assertThat(value(first, "SELECT 'alive'")).isEqualTo("alive");
        }
    }

    @Test
    void oneOfTwoThingsIsNotAll() throws SQLException {
        try (Connection first = connect();
                Connection second = connect()) {
            execute(first, "CREATE TEMPORARY TABLE a (a INT); CREATE TEMPORARY TABLE b (a INT); DROP TABLE a");
            assertThat(isFree(second)).isFalse();
            execute(first, "DROP TABLE b");
            assertThat(isFree(second)).isTrue();
        }
    }

    @Test
    void aNameUsedInTwoDatabasesIsNotTakenForOneThing() throws SQLException {
        try (Connection first = connect();
                Connection second = connect()) {
            execute(
                    first,
                    "CREATE TEMPORARY TABLE t (a INT); USE test_other; CREATE TEMPORARY TABLE t (a INT); DROP TABLE t");
            assertThat(isFree(second)).isFalse();
        } finally {
            RealCluster.shared().first().execute("DROP DATABASE IF EXISTS test_other");
        }
    }

    @Test
    void aSessionThatEndsLeavesNothing() throws SQLException {
        try (Connection first = connect()) {
            execute(first, "CREATE TEMPORARY TABLE pinned (a INT); INSERT INTO pinned VALUES (1), (2); SET @left = 1");
            assertThat(value(first, "SELECT GET_LOCK('pinned', 0)")).isEqualTo("1");
        }
        try (Connection second = connect()) {
            assertThat(value(second, "SELECT COUNT(*) FROM pinned")).isEqualTo("0");
            assertThat(value(second, "SELECT @left")).isNull();
            assertThat(value(second, "SELECT IS_FREE_LOCK('pinned')")).isEqualTo("1");
        }
    }

    /** Another session gets the one connection, or waits in vain. */
    private static boolean isFree(Connection other) throws SQLException {
        try {
            return value(other, "SELECT COUNT(*) FROM pinned WHERE id < 0").equals("0");
        } catch (SQLException e) {
            assertThat(e.getErrorCode()).isEqualTo(1040);
            return false;
        }
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/legacy?sslMode=DISABLED&allowMultiQueries=true",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        for (String one : sql.split(";")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(one.strip());
            }
        }
    }

    private static String value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
