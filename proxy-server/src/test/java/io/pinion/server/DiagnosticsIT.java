package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.params.provider.ValueSource;

/** With one connection for everybody: errors, warnings and counts are those of the session that asks. */
@ExtendWith(LeakWatch.class)
class DiagnosticsIT {
    private static TestProxy proxy;

    @BeforeAll
    static void start() {
        proxy = RealCluster.shared().proxy().maxConnections(1).start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SET time_zone = DEFAULT", "SELECT 1", "DO 1", "SELECT COUNT(*) FROM information_schema.schemata"
            })
    void anothersErrorCannotBeAskedFor(String first) throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            leaveError(other);
            execute(own, first);
            execute(own, "GET DIAGNOSTICS @n = NUMBER");
            assertThat(value(own, "SELECT @n")).isEqualTo("0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT @@error_count", "SELECT @@warning_count"})
    void anothersCountsAreNotSeen(String question) throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            leaveError(other);
            assertThat(value(own, question)).isEqualTo("0");
        }
    }

    @Test
    void aSessionsOwnErrorCanBeAskedFor() throws SQLException {
        try (Connection own = connect()) {
            assertThatThrownBy(() -> execute(own, "INSERT INTO nosuch VALUES (1)"))
                    .isInstanceOf(SQLException.class);
            execute(own, "GET DIAGNOSTICS CONDITION 1 @m = MESSAGE_TEXT");
            assertThat(value(own, "SELECT @m")).contains("nosuch");
        }
    }

    @Test
    void aSignalNeedsNothingOfTheStatementBefore() throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            assertThat(value(own, "SELECT 1")).isEqualTo("1");
            assertThat(value(other, "SELECT 2")).isEqualTo("2");
            assertThatThrownBy(() -> execute(own, "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'boo'"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("45000"))
                    .hasMessageContaining("boo");
        }
    }

    @Test
    void aStatementThatFailedHasARowCountOfMinusOne() throws SQLException {
        try (Connection own = connect()) {
            assertThatThrownBy(() -> execute(own, "DROP TEMPORARY TABLE nosuch"))
                    .isInstanceOf(SQLException.class);
            assertThat(value(own, "SELECT ROW_COUNT()")).isEqualTo("-1");
        }
    }

    @Test
    void aStatementThatFailedInATransactionHasARowCountOfMinusOne() throws SQLException {
        try (Connection own = connect()) {
            execute(own, "BEGIN");
            assertThatThrownBy(() -> execute(own, "INSERT INTO nosuch VALUES (1)"))
                    .isInstanceOf(SQLException.class);
            assertThat(value(own, "SELECT ROW_COUNT()")).isEqualTo("-1");
            execute(own, "ROLLBACK");
        }
    }

    /** The session stays, so that nothing cleans up behind it. */
    private static void leaveError(Connection other) {
        assertThatThrownBy(() -> execute(other, "INSERT INTO nosuch_secret VALUES (1)"))
                .isInstanceOf(SQLException.class);
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/legacy?sslMode=DISABLED",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }
}
