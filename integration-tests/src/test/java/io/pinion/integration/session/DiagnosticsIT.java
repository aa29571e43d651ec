package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RawStatement;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
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
            Jdbc.execute(own, first);
            Jdbc.execute(own, "GET DIAGNOSTICS @n = NUMBER");
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
            assertThatThrownBy(() -> Jdbc.execute(own, "INSERT INTO nosuch VALUES (1)"))
                    .isInstanceOf(SQLException.class);
            Jdbc.execute(own, "GET DIAGNOSTICS CONDITION 1 @m = MESSAGE_TEXT");
            assertThat(value(own, "SELECT @m")).contains("nosuch");
        }
    }

    @Test
    void aSignalNeedsNothingOfTheStatementBefore() throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            assertThat(value(own, "SELECT 1")).isEqualTo("1");
            assertThat(value(other, "SELECT 2")).isEqualTo("2");
            assertThatThrownBy(() -> Jdbc.execute(own, "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'boo'"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("45000"))
                    .hasMessageContaining("boo");
        }
    }

    @Test
    void aStatementThatFailedHasARowCountOfMinusOne() throws SQLException {
        try (Connection own = connect()) {
            assertThatThrownBy(() -> Jdbc.execute(own, "DROP TEMPORARY TABLE nosuch"))
                    .isInstanceOf(SQLException.class);
            assertThat(value(own, "SELECT ROW_COUNT()")).isEqualTo("-1");
        }
    }

    @Test
    void aStatementThatFailedInATransactionHasARowCountOfMinusOne() throws SQLException {
        try (Connection own = connect()) {
            Jdbc.execute(own, "BEGIN");
            assertThatThrownBy(() -> Jdbc.execute(own, "INSERT INTO nosuch VALUES (1)"))
                    .isInstanceOf(SQLException.class);
            assertThat(value(own, "SELECT ROW_COUNT()")).isEqualTo("-1");
            Jdbc.execute(own, "ROLLBACK");
        }
    }

    @Test
    void anErrorCanBeAskedForAlthoughAnotherHasUsedTheConnection() throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            leaveError(own);
            assertThat(value(other, "SELECT 2")).isEqualTo("2");
            assertThat(value(own, "SHOW COUNT(*) ERRORS")).isEqualTo("1");
            assertThat(value(own, "SELECT @@warning_count + @@error_count")).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHOW WARNINGS", "SHOW ERRORS LIMIT 1", "SHOW WARNINGS LIMIT 0, 5"})
    void warningsAreListedAlthoughAnotherHasUsedTheConnection(String question) throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            leaveError(own);
            assertThat(value(other, "SELECT 2")).isEqualTo("2");
            assertThat(value(own, question)).isEqualTo("Error");
        }
    }

    @Test
    void diagnosticsAreToldAlthoughAnotherHasUsedTheConnection() throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            leaveError(own);
            assertThat(value(other, "SELECT 2")).isEqualTo("2");
            Jdbc.execute(own, "GET DIAGNOSTICS @n = NUMBER, @rows = ROW_COUNT");
            Jdbc.execute(own, "GET DIAGNOSTICS CONDITION 1 @code = MYSQL_ERRNO, @message = MESSAGE_TEXT");
            assertThat(value(own, "SELECT CONCAT_WS(' ', @n, @rows, @code, @message)"))
                    .startsWith("1 -1 1146 ")
                    .contains("nosuch_secret");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SELECT 1 UNION SELECT 2 UNION SELECT 3, 3",
        "SELECT SQL_CALC_FOUND_ROWS 1 FROM (SELECT 1 UNION SELECT 2) two LIMIT 1, 2"
    })
    void foundRowsAreKnownAlthoughAnotherHasUsedTheConnection(String query, String found) throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            value(own, query);
            assertThat(value(other, "SELECT 4")).isEqualTo("4");
            assertThat(value(own, "SELECT FOUND_ROWS()")).isEqualTo(found);
        }
    }

    @Test
    void rowCountIsKnownAlthoughAnotherHasUsedTheConnection() throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            Jdbc.execute(own, "CREATE TABLE counted (a INT)");
            Jdbc.execute(own, "INSERT INTO counted VALUES (1), (2)");
            assertThat(value(other, "SELECT 4")).isEqualTo("4");
            assertThat(value(own, "SELECT ROW_COUNT()")).isEqualTo("2");
            Jdbc.execute(own, "DROP TABLE counted");
        }
    }

    @Test
    void rowCountIsKnownBehindASetOnAConnectionInAnotherDatabase() throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            Jdbc.execute(other, "USE db00000");
            value(other, "SELECT COUNT(*) FROM pins");
            Jdbc.execute(own, "SET sql_big_selects = 1");
            assertThat(value(own, "SELECT ROW_COUNT()")).isEqualTo("0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"BEGIN", "SET NAMES utf8mb4", "COMMIT", "USE legacy"})
    void whatPinionAnswersItselfHasARowCountOfZero(String statement) throws SQLException {
        try (Connection own = connect()) {
            value(own, "SELECT 1 UNION SELECT 2");
            Jdbc.execute(own, statement);
            assertThat(value(own, "SELECT ROW_COUNT()")).isEqualTo("0");
            value(own, "SELECT 1 UNION SELECT 2");
            Jdbc.execute(own, statement);
            assertThat(value(own, "SELECT FOUND_ROWS()")).isEqualTo("2");
        }
    }

    /** They go to the connection of the statement before, as it is: what the session has set since waits for the next one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SHOW WARNINGS",
                "GET DIAGNOSTICS @n = NUMBER",
                "GET DIAGNOSTICS CONDITION 1 @message = MESSAGE_TEXT",
                "SET @n = @@warning_count",
                "SET @n = ROW_COUNT()"
            })
    void aQuestionAboutAWarningLosesNoSetting(String question) throws SQLException {
        try (Connection own = connect()) {
            Jdbc.execute(own, "CREATE TABLE warned (a INT PRIMARY KEY)");
            Jdbc.execute(own, "INSERT IGNORE INTO warned VALUES (1), (1)");
            Jdbc.execute(own, "SET autocommit = 0");
            Jdbc.execute(own, question);
            Jdbc.execute(own, "INSERT INTO warned VALUES (2)");
            Jdbc.execute(own, "ROLLBACK");
            assertThat(value(own, "SELECT COUNT(*) FROM warned")).isEqualTo("1");
            Jdbc.execute(own, "DROP TABLE warned");
        }
    }

    @Test
    void pinionsOwnErrorIsAskedForLikeAServers() throws SQLException {
        try (Connection own = connect()) {
            assertThatThrownBy(() -> Jdbc.execute(own, "USE nosuchdatabase")).isInstanceOf(SQLException.class);
            assertThat(value(own, "SELECT CONCAT_WS(' ', ROW_COUNT(), @@warning_count, @@error_count)"))
                    .isEqualTo("-1 1 1");
            assertThatThrownBy(() -> Jdbc.execute(own, "USE nosuchdatabase")).isInstanceOf(SQLException.class);
            Jdbc.execute(own, "GET DIAGNOSTICS CONDITION 1 @state = RETURNED_SQLSTATE");
            assertThat(value(own, "SELECT @state")).isEqualTo("42000");
        }
    }

    /** Its connection is reset first: another session's function may have set the variable there. */
    @ParameterizedTest
    @ValueSource(strings = {"SELECT @never", "SELECT @made := 1"})
    void aStatementOfAnUnsetVariableKeepsTheErrorBefore(String statement) throws SQLException {
        try (Connection own = connect()) {
            leaveError(own);
            value(own, statement);
            assertThat(value(own, "SHOW ERRORS")).isEqualTo("Error");
            Jdbc.execute(own, "GET DIAGNOSTICS CONDITION 1 @message = MESSAGE_TEXT");
            assertThat(value(own, "SELECT @message")).contains("nosuch_secret");
        }
    }

    @Test
    void thePreparationOfAnUnsetVariableKeepsTheCount() throws SQLException {
        try (Connection own = connect()) {
            Jdbc.execute(own, "CREATE TABLE counted (a INT)");
            Jdbc.execute(own, "INSERT INTO counted VALUES (1), (2)");
            assertThat(update(own, "UPDATE counted SET a = a + 1")).isEqualTo(2);
            own.prepareStatement("SELECT @never").close();
            assertThat(value(own, "SELECT ROW_COUNT()")).isEqualTo("2");
            Jdbc.execute(own, "DROP TABLE counted");
        }
    }

    @Test
    void theErrorOfARefusedSetIsKept() throws SQLException {
        try (Connection own = connect()) {
            assertThatThrownBy(() -> Jdbc.execute(own, "SET big_tables = 2")).isInstanceOf(SQLException.class);
            assertThat(value(own, "SELECT 1")).isEqualTo("1");
            assertThat(value(own, "SHOW ERRORS")).isEqualTo("Error");
        }
    }

    /** Pinion reads the values from the connection, and the warnings before them. */
    @ParameterizedTest
    @ValueSource(
            strings = {"SET @a = CAST('7x' AS SIGNED)", "SET sql_mode = CONCAT('ANSI'), @a = CAST('7x' AS SIGNED)"})
    void aSetThatComputesAValueKeepsItsWarningAndNotItsConnection(String set) throws SQLException {
        try (Connection own = connect();
                Connection other = connect()) {
            Jdbc.execute(own, set);
            assertThat(value(other, "SELECT 2")).isEqualTo("2");
            assertThat(value(own, "SHOW WARNINGS")).isEqualTo("Warning");
            assertThat(value(own, "SELECT @a")).isEqualTo("7");
        }
    }

    /** The session stays, so that nothing cleans up behind it. */
    @ParameterizedTest
    @ValueSource(strings = {"SET time_zone = 'zz'", "SET sql_mode = 'zz'"})
    void theErrorOfARefusedSetIsListedByAPreparedStatement(String set) {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query(set).errorCode()).isNotZero();
            client.sendPacket(0, RawStatement.prepare(client, "SHOW WARNINGS").execution());

            StringBuilder answer = new StringBuilder();
            int ends = 0;
            while (ends < 2) {
                byte[] packet = client.readPacket();
                ends += (packet[0] & 0xFF) == 0xFE && packet.length < 9 ? 1 : 0;
                answer.append(new String(packet, StandardCharsets.ISO_8859_1));
            }
            assertThat(answer.toString()).contains("'zz'").doesNotContain("syntax");
        }
    }

    private static void leaveError(Connection other) {
        assertThatThrownBy(() -> Jdbc.execute(other, "INSERT INTO nosuch_secret VALUES (1)"))
                .isInstanceOf(SQLException.class);
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/legacy?sslMode=DISABLED&useServerPrepStmts=true",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    private static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
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
