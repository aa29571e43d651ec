package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What procedures and dynamic SQL change of a server's session, with one server connection for everybody. */
@ExtendWith(LeakWatch.class)
class HiddenChangesIT {
    private static final PoolLimits IMPATIENT = new PoolLimits(5_000, 10, 60_000, 10_000, 16, 0);

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
                        "CREATE DATABASE IF NOT EXISTS test_hidden",
                        "CREATE OR REPLACE TABLE test_hidden.places (a INT)",
                        "CREATE OR REPLACE TABLE legacy.places (a INT) ENGINE=InnoDB",
                        "CREATE OR REPLACE PROCEDURE legacy.go_elsewhere() EXECUTE IMMEDIATE 'USE test_hidden'",
                        "CREATE OR REPLACE PROCEDURE legacy.no_autocommit() SET autocommit = 0",
                        "CREATE OR REPLACE PROCEDURE legacy.autocommit() SET autocommit = 1");
    }

    @BeforeEach
    void empty() throws SQLException {
        RealCluster.shared().first().execute("DELETE FROM test_hidden.places", "DELETE FROM legacy.places");
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL go_elsewhere()",
                "SET @s = 'USE test_hidden'; EXECUTE IMMEDIATE @s",
                "SET @s = 'USE test_hidden'; PREPARE p FROM @s; EXECUTE p",
                "BEGIN NOT ATOMIC EXECUTE IMMEDIATE 'USE test_hidden'#END"
            })
    void aHiddenUseSendsNobodysRowsElsewhere(String change) throws SQLException {
        try (Connection first = connect()) {
            execute(first, change);
            execute(first, "USE legacy; INSERT INTO places VALUES (1)");
        }
        try (Connection second = connect()) {
            execute(second, "INSERT INTO places VALUES (2)");
            assertThat(Jdbc.value(second, "SELECT COUNT(*) FROM places")).isEqualTo("2");
        }
        try (Connection third = connect()) {
            assertThat(Jdbc.value(third, "SELECT COUNT(*) FROM test_hidden.places"))
                    .isEqualTo("0");
        }
    }

    @Test
    void whatACallLeftCanBeAskedForInADatabaseThatIsNotKnown() throws SQLException {
        try (Connection connection = connect()) {
            execute(connection, "CALL go_elsewhere()");
            assertThat(Jdbc.value(connection, "SELECT ROW_COUNT()")).isNotNull();
            assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM places")).isEqualTo("0");
        }
    }

    @Test
    void autocommitIsWhatTheSessionSaysBehindAProcedureToo() throws SQLException {
        try (Connection connection = connect()) {
            execute(connection, "CALL no_autocommit()");
            assertThat(Jdbc.value(connection, "SELECT @@autocommit")).isEqualTo("0");
            execute(connection, "SET autocommit = 1; INSERT INTO places VALUES (1)");
            assertThat(Jdbc.value(connection, "SELECT @@autocommit")).isEqualTo("1");
        }
        try (Connection other = connect()) {
            assertThat(Jdbc.value(other, "SELECT COUNT(*) FROM places")).isEqualTo("1");
        }
    }

    @Test
    void autocommitThatAProcedureSwitchedOnCanBeSwitchedOff() throws SQLException {
        try (Connection connection = connect()) {
            execute(connection, "SET autocommit = 0; CALL autocommit()");
            assertThat(Jdbc.value(connection, "SELECT @@autocommit")).isEqualTo("1");
            execute(connection, "SET autocommit = 0; INSERT INTO places VALUES (1); ROLLBACK");
        }
        try (Connection other = connect()) {
            assertThat(Jdbc.value(other, "SELECT COUNT(*) FROM places")).isEqualTo("0");
            assertThat(Jdbc.value(other, "SELECT @@autocommit")).isEqualTo("1");
        }
    }

    @Test
    void autocommitOutlivesAQuestionAboutTheStatementBefore() throws SQLException {
        try (Connection connection = connect()) {
            execute(connection, "INSERT INTO places VALUES (1); SET autocommit = 0");
            Jdbc.value(connection, "SELECT ROW_COUNT()");
            execute(connection, "INSERT INTO places VALUES (2); ROLLBACK");
            assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM places")).isEqualTo("1");
        }
    }

    /** It would be pinned on a pair that hasn't the session's database. */
    @Test
    void whatPinsWaitsForItsOwnPair() throws SQLException {
        try (Connection busy = connect();
                Connection waiting = connect()) {
            execute(busy, "BEGIN; INSERT INTO places VALUES (1)");
            assertThatThrownBy(() -> execute(waiting, "SET insert_id = 5"))
                    .isInstanceOf(SQLException.class)
                    .satisfies(
                            e -> assertThat(((SQLException) e).getErrorCode()).isEqualTo(1040));
            execute(busy, "COMMIT");
            assertThat(Jdbc.value(waiting, "SELECT COUNT(*) FROM places")).isEqualTo("1");
        }
    }

    @Test
    void thousandsOfStatementsInOneTextThatPinionAnswersItself() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("USE legacy;".repeat(5_000) + "SELECT 1");
            assertThat(Jdbc.value(connection, "SELECT 2")).isEqualTo("2");
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
                statement.execute(one.strip().replace('#', ';'));
            }
        }
    }
}
