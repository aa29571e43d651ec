package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.backend.PoolLimits;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
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
 * Two sessions and one connection: whatever one sets, the other sees what a session sees that set nothing, and the first
 * finds its own again.
 */
@ExtendWith(LeakWatch.class)
class StateIsolationIT {
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
                        "CREATE OR REPLACE TABLE legacy.iso (id INT AUTO_INCREMENT PRIMARY KEY, s VARCHAR(20))",
                        "INSERT INTO legacy.iso (s) VALUES ('a'), ('b'), ('c')",
                        "CREATE DATABASE IF NOT EXISTS iso_other",
                        "CREATE OR REPLACE FUNCTION legacy.iso_leaves() RETURNS INT NO SQL BEGIN"
                                + " SET @by_function = 'left'; SET SESSION sql_select_limit = 1; RETURN 1; END");
    }

    @AfterAll
    static void stop() throws SQLException {
        proxy.close();
        RealCluster.shared().first().execute("DROP DATABASE IF EXISTS iso_other");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "USE iso_other                                                | SELECT DATABASE()",
                "SET NAMES latin1                                             | SELECT @@character_set_client",
                "SET NAMES utf8mb4 COLLATE utf8mb4_bin                        | SELECT @@collation_connection",
                "SET character_set_results = NULL                             | SELECT @@character_set_results",
                "SET collation_connection = utf8mb4_unicode_ci                | SELECT @@collation_connection",
                "SET sql_mode = 'ANSI_QUOTES'                                 | SELECT @@sql_mode",
                "SET sql_mode = CONCAT(@@sql_mode, ',PIPES_AS_CONCAT')        | SELECT @@sql_mode",
                "SET time_zone = '+05:00'                                     | SELECT @@time_zone",
                "SET autocommit = 0                                           | SELECT @@autocommit",
                "SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE         | SELECT @@tx_isolation",
                "SET SESSION TRANSACTION READ ONLY                            | SELECT @@tx_read_only",
                "SET tx_isolation = 'READ-COMMITTED'                          | SELECT @@tx_isolation",
                "SET @u = 'mine'                                              | SELECT @u",
                "SET @u = NOW()                                               | SELECT @u IS NULL",
                "SELECT @u := 7                                               | SELECT @u",
                "SELECT 8 INTO @u                                             | SELECT @u",
                "SET sql_select_limit = 1                                     | SELECT COUNT(*) FROM (SELECT 1 UNION SELECT 2) t",
                "SET foreign_key_checks = 0                                   | SELECT @@foreign_key_checks",
                "SET group_concat_max_len = 4                                 | SELECT GROUP_CONCAT(s) FROM legacy.iso",
                "SET max_statement_time = 5                                   | SELECT @@max_statement_time",
                "SET lc_time_names = 'de_DE'                                  | SELECT MONTHNAME('2026-11-20')",
                "SET timestamp = 1700000000                                   | SELECT NOW() < '2025-01-01'",
                "SET last_insert_id = 77                                      | SELECT LAST_INSERT_ID()",
                "SELECT LAST_INSERT_ID(78)                                    | SELECT LAST_INSERT_ID()",
                "INSERT INTO legacy.iso (s) VALUES ('new')                    | SELECT LAST_INSERT_ID()",
                "SET insert_id = 4000                                         | SELECT @@insert_id",
                "SELECT SQL_CALC_FOUND_ROWS * FROM legacy.iso LIMIT 1         | SELECT 1",
                "SET SESSION div_precision_increment = 8                      | SELECT 1 / 3",
                "SET SESSION default_week_format = 3                          | SELECT @@default_week_format",
                "CREATE TEMPORARY TABLE iso_tmp AS SELECT 1 AS a              | SELECT COUNT(*) FROM information_schema.tables WHERE table_name = 'iso_tmp'",
                "CREATE TEMPORARY TABLE iso (a INT)                           | SELECT COUNT(*) > 2 FROM legacy.iso",
                "SELECT GET_LOCK('iso', 0)                                    | SELECT IS_USED_LOCK('iso') IS NULL OR IS_USED_LOCK('iso') <> CONNECTION_ID()",
                "PREPARE iso_p FROM 'SELECT 1'                                | EXECUTE iso_p",
                "LOCK TABLES legacy.iso READ                                  | SELECT COUNT(*) > 2 FROM legacy.iso",
                "HANDLER legacy.iso OPEN AS iso_h                             | HANDLER iso_h READ FIRST",
                "SELECT iso_leaves()                                          | SELECT COUNT(*) FROM (SELECT 1 UNION SELECT 2) t",
                "SELECT iso_leaves()                                          | SELECT @by_function",
                "BEGIN; INSERT INTO legacy.iso (id, s) VALUES (5000, 'tx')    | SELECT COUNT(*) FROM legacy.iso WHERE id = 5000",
                "SELECT nosuch FROM legacy.iso                                | SHOW WARNINGS",
            })
    void theOtherSessionSeesNothing(String set, String probe) throws SQLException {
        String untouched;
        try (Connection fresh = connect()) {
            untouched = answer(fresh, probe);
        }
        try (Connection other = connect()) {
            String own;
            try (Connection first = connect()) {
                for (String statement : set.split(";")) {
                    answer(first, statement.strip());
                }
                own = answer(first, probe);
                String seen = answer(other, probe);
                if (!seen.startsWith("error 1040")) {
                    assertThat(seen).as("while the first session is there").isEqualTo(untouched);
                    if (isLasting(probe)) {
                        assertThat(answer(first, probe))
                                .as("the first session again")
                                .isEqualTo(own);
                    }
                }
            }
            Conditions.await(() -> !answer(other, "SELECT COUNT(*) FROM legacy.iso WHERE id < 0")
                    .startsWith("error 1040"));
            assertThat(answer(other, probe))
                    .as("when the first session is gone")
                    .isEqualTo(untouched);
        }
    }

    @Test
    void ignoreSpaceOfTheLoginOutlivesAReset() {
        int withIgnoreSpace = RawClient.CLASSIC | 1 << 8;
        for (int round = 0; round < 3; round++) {
            try (RawClient client = new RawClient(proxy.port())) {
                client.login(TestProxy.USER, TestProxy.PASSWORD, withIgnoreSpace, "");
                assertThat(client.query("SELECT COUNT (*) FROM legacy.iso WHERE id < 0")
                                .rows())
                        .containsExactly("0");
                // What it leaves is undone by a reset when the client goes.
                assertThat(client.query("SELECT legacy.iso_leaves()").errorCode())
                        .isZero();
            }
        }
    }

    /** Warnings are of the statement before; everything else stays what it is. */
    private static boolean isLasting(String probe) {
        return !probe.startsWith("SHOW") && !probe.startsWith("HANDLER");
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/legacy?sslMode=DISABLED",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    /** The cells of the first row, or the error. */
    private static String answer(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "done";
            }
            try (ResultSet rows = statement.getResultSet()) {
                StringBuilder row = new StringBuilder();
                if (rows.next()) {
                    for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                        row.append(rows.getString(column)).append('|');
                    }
                }
                return row.toString();
            }
        } catch (SQLException e) {
            return "error " + e.getErrorCode();
        }
    }
}
