package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.RealServer;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two sessions and one connection: whatever one sets, the other sees what a session sees that set nothing, and the first
 * finds its own again.
 */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class StateIsolationIT {
    private static final PoolLimits IMPATIENT = new PoolLimits(700, 10, 60_000, 10_000, 16, 0);

    private final RealServer server;
    private TestProxy proxy;

    StateIsolationIT(RealServer server) {
        this.server = server;
    }

    @BeforeParameterizedClassInvocation
    static void prepare(RealServer server) throws SQLException {
        server.execute(
                "DROP TABLE IF EXISTS legacy.iso",
                "CREATE TABLE legacy.iso (id INT AUTO_INCREMENT PRIMARY KEY, s VARCHAR(20))",
                "INSERT INTO legacy.iso (s) VALUES ('a'), ('b'), ('c')",
                "CREATE DATABASE IF NOT EXISTS iso_other",
                "CREATE ROLE IF NOT EXISTS iso_role",
                "GRANT iso_role TO " + server.account(),
                "DROP FUNCTION IF EXISTS legacy.iso_leaves",
                "CREATE FUNCTION legacy.iso_leaves() RETURNS INT NO SQL BEGIN"
                        + " SET @by_function = 'left'; SET SESSION sql_select_limit = 1; RETURN 1; END");
    }

    @AfterParameterizedClassInvocation
    static void cleanUp(RealServer server) throws SQLException {
        server.execute(
                "DROP ROLE iso_role",
                "DROP DATABASE IF EXISTS iso_other",
                "DROP TABLE legacy.iso",
                "DROP FUNCTION legacy.iso_leaves");
    }

    @BeforeEach
    void start() {
        proxy = server.proxy().maxConnections(1).poolLimits(IMPATIENT).start();
    }

    @AfterEach
    void stop() {
        proxy.close();
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "both    | USE iso_other                                                 | SELECT DATABASE()",
                "both    | SET NAMES latin1                                              | SELECT @@character_set_client",
                "both    | SET NAMES utf8mb4 COLLATE utf8mb4_bin                         | SELECT @@collation_connection",
                "both    | SET character_set_results = NULL                              | SELECT @@character_set_results",
                "both    | SET collation_connection = utf8mb4_unicode_ci                 | SELECT @@collation_connection",
                "both    | SET sql_mode = 'ANSI_QUOTES'                                  | SELECT @@sql_mode",
                "both    | SET sql_mode = CONCAT(@@sql_mode, ',PIPES_AS_CONCAT')         | SELECT @@sql_mode",
                "both    | SET time_zone = '+05:00'                                      | SELECT @@time_zone",
                "both    | SET autocommit = 0                                            | SELECT @@autocommit",
                "MariaDB | SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE          | SELECT @@tx_isolation",
                "MariaDB | SET SESSION TRANSACTION READ ONLY                             | SELECT @@tx_read_only",
                "MariaDB | SET tx_isolation = 'READ-COMMITTED'                           | SELECT @@tx_isolation",
                "both    | SET @u = 'mine'                                               | SELECT @u",
                "both    | SET @u = NOW()                                                | SELECT @u IS NULL",
                "both    | SELECT @u := 7                                                | SELECT @u",
                "both    | SELECT 8 INTO @u                                              | SELECT @u",
                "both    | SET sql_select_limit = 1                                      | SELECT COUNT(*) FROM (SELECT 1 UNION SELECT 2) t",
                "both    | SET foreign_key_checks = 0                                    | SELECT @@foreign_key_checks",
                "both    | SET group_concat_max_len = 4                                  | SELECT GROUP_CONCAT(s) FROM legacy.iso",
                "MariaDB | SET max_statement_time = 5                                    | SELECT @@max_statement_time",
                "both    | SET lc_time_names = 'de_DE'                                   | SELECT MONTHNAME('2026-11-20')",
                "both    | SET timestamp = 1700000000                                    | SELECT NOW() < '2025-01-01'",
                "both    | SET last_insert_id = 77                                       | SELECT LAST_INSERT_ID()",
                "both    | SELECT LAST_INSERT_ID(78)                                     | SELECT LAST_INSERT_ID()",
                "both    | INSERT INTO legacy.iso (s) VALUES ('new')                     | SELECT LAST_INSERT_ID()",
                "both    | SET insert_id = 4000                                          | SELECT @@insert_id",
                "both    | SELECT SQL_CALC_FOUND_ROWS * FROM legacy.iso LIMIT 1          | SELECT 1",
                "both    | SET SESSION div_precision_increment = 8                       | SELECT 1 / 3",
                "both    | SET SESSION default_week_format = 3                           | SELECT @@default_week_format",
                "both    | CREATE TEMPORARY TABLE iso_tmp AS SELECT 1 AS a               | SELECT COUNT(*) FROM information_schema.tables WHERE table_name = 'iso_tmp'",
                "both    | CREATE TEMPORARY TABLE iso (a INT)                            | SELECT COUNT(*) > 2 FROM legacy.iso",
                "both    | SELECT GET_LOCK('iso', 0)                                     | SELECT IS_USED_LOCK('iso') IS NULL OR IS_USED_LOCK('iso') <> CONNECTION_ID()",
                "both    | PREPARE iso_p FROM 'SELECT 1'                                 | EXECUTE iso_p",
                "both    | LOCK TABLES legacy.iso READ                                   | SELECT COUNT(*) > 2 FROM legacy.iso",
                "both    | HANDLER legacy.iso OPEN AS iso_h                              | HANDLER iso_h READ FIRST",
                "both    | SELECT iso_leaves()                                           | SELECT COUNT(*) FROM (SELECT 1 UNION SELECT 2) t",
                "both    | SELECT iso_leaves()                                           | SELECT @by_function",
                "both    | BEGIN; INSERT INTO legacy.iso (id, s) VALUES (5000, 'tx')     | SELECT COUNT(*) FROM legacy.iso WHERE id = 5000",
                "MySQL   | SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE         | SELECT @@transaction_isolation",
                "MySQL   | SET SESSION TRANSACTION READ ONLY                            | SELECT @@transaction_read_only",
                "MySQL   | SET transaction_isolation = 'READ-COMMITTED'                 | SELECT @@transaction_isolation",
                "MySQL   | SET max_execution_time = 5000                                | SELECT @@max_execution_time",
                "both    | SET TRANSACTION READ ONLY                                    | INSERT INTO iso (s) VALUES ('ro')",
                "both    | START TRANSACTION READ ONLY                                  | INSERT INTO iso (s) VALUES ('ro')",
                "both    | SET TRANSACTION ISOLATION LEVEL SERIALIZABLE                 | SELECT 1",
                "both    | SET unique_checks = 0                                        | SELECT @@unique_checks",
                "both    | SET sql_quote_show_create = 0                                | SHOW CREATE TABLE iso",
                "both    | SET sql_safe_updates = 1                                     | UPDATE iso SET s = s",
                "both    | SET sql_big_selects = 0, max_join_size = 1                   | SELECT COUNT(*) FROM iso a, iso b, iso c",
                "both    | SET sql_auto_is_null = 1                                     | SELECT @@sql_auto_is_null",
                "both    | SET rand_seed1 = 1, rand_seed2 = 2                           | SELECT RAND() = 0.0000018626451509656805",
                "both    | SET profiling = 1                                            | SELECT @@profiling",
                "both    | SET profiling = 1; SELECT 'iso_text'                         | SHOW PROFILES",
                "both    | SELECT 1 UNION SELECT 2 UNION SELECT 3                       | SELECT FOUND_ROWS() > 2",
                "MariaDB | SELECT iso_leaves()                                          | SELECT COUNT(*) FROM information_schema.USER_VARIABLES",
                "MariaDB | SELECT GET_LOCK('ISO', 0); SELECT RELEASE_LOCK('iso')        | SELECT IS_USED_LOCK('ISO') IS NULL OR IS_USED_LOCK('ISO') <> CONNECTION_ID()",
                "both    | SET session_track_schema = OFF                               | SELECT @@session_track_schema",
                "both    | SET session_track_system_variables = '*'                     | SELECT @@session_track_system_variables",
                "both    | SET net_write_timeout = 77                                   | SELECT @@net_write_timeout",
                "both    | SET wait_timeout = 77                                        | SELECT @@wait_timeout",
                "both    | SET lock_wait_timeout = 7, innodb_lock_wait_timeout = 7      | SELECT @@lock_wait_timeout, @@innodb_lock_wait_timeout",
                "both    | SET tmp_table_size = 20480                                   | SELECT @@tmp_table_size",
                "both    | SET sort_buffer_size = 65536                                 | SELECT @@sort_buffer_size",
                "both    | SET character_set_connection = latin1                        | SELECT CHARSET('x')",
                "both    | SET character_set_database = latin1                          | SELECT @@character_set_client",
                "both    | SET @OLD_FK = @@foreign_key_checks, foreign_key_checks = 0   | SELECT @OLD_FK, @@foreign_key_checks",
                "both    | SET @@session.sql_notes = 0                                  | DROP TABLE IF EXISTS iso_nosuch",
                "both    | SET div_precision_increment = 9; SET div_precision_increment = DEFAULT | SELECT 1 / 3",
                "both    | SET NAMES latin1; SET NAMES DEFAULT                          | SELECT @@character_set_client",
                "both    | SET CHARACTER SET latin1                                     | SELECT @@character_set_client, @@character_set_results",
                "both    | SET SESSION sql_log_off = 1                                  | SELECT @@sql_log_off",
                "both    | SET max_sort_length = 77                                      | SELECT @@max_sort_length",
                "both    | SET optimizer_switch = 'index_merge=off'                     | SELECT @@optimizer_switch",
                "both    | UPDATE iso SET s = 'z' WHERE id = 1                          | SELECT 1",
                "both    | SELECT 1 / 0 FROM iso                                        | SHOW WARNINGS",
                "both    | SELECT CONNECTION_ID()                                       | SELECT 1",
                "both    | XA START 'iso'; INSERT INTO iso (s) VALUES ('xa')            | SELECT COUNT(*) FROM iso WHERE s = 'xa'",
                "both    | BEGIN; SAVEPOINT iso_point                                   | ROLLBACK TO SAVEPOINT iso_point",
                "both    | SET @a = 1; BEGIN; SET @a = 2; ROLLBACK                      | SELECT @a",
                "both    | SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'                | SELECT LENGTH('\\\\')",
                "MariaDB | SET STATEMENT div_precision_increment = 9 FOR SELECT 1 / 3   | SELECT 1 / 3",
                "MariaDB | SET STATEMENT optimizer_trace = 'enabled=on' FOR SELECT s FROM iso WHERE s = 'q' | SELECT QUERY FROM information_schema.OPTIMIZER_TRACE",
                "MariaDB | SET ROLE NONE                                                | SELECT CURRENT_ROLE()",
                "MySQL   | SET ROLE NONE                                                | SELECT CURRENT_ROLE()",
                "both    | SET ROLE iso_role                                            | SELECT CURRENT_ROLE()",
                "MySQL   | SET RESOURCE GROUP USR_default                               | SELECT 1",
                "MySQL   | SET gtid_next = 'AUTOMATIC'                                  | SELECT @@gtid_next",
                "MySQL   | SET sql_require_primary_key = 1                              | CREATE TEMPORARY TABLE iso_npk (a INT)",
                "MySQL   | SET information_schema_stats_expiry = 0                      | SELECT @@information_schema_stats_expiry",
                "MariaDB | SET sql_log_bin = 0                                          | SELECT @@sql_log_bin",
                "MySQL   | SET sql_log_bin = 0                                          | SELECT @@sql_log_bin",
                "MariaDB | INSERT INTO iso (s) VALUES ('gtid')                          | SELECT @@last_gtid",
                "MariaDB | INSERT INTO iso (s) VALUES ('gtid')                          | SHOW VARIABLES LIKE 'last_gtid'",
                "MariaDB | SET gtid_domain_id = 7                                       | SELECT @@gtid_domain_id",
                "MariaDB | SET old_mode = ''                                            | SELECT @@old_mode",
                "MariaDB | SET pseudo_thread_id = 5                                     | SELECT @@pseudo_thread_id = CONNECTION_ID()",
                "both    | SELECT nosuch FROM legacy.iso                                 | SHOW WARNINGS",
            })
    void theOtherSessionSeesNothing(String dialect, String set, String probe) throws SQLException {
        assumeThat(dialect).isIn("both", server.toString());
        String untouched;
        try (Connection fresh = connect()) {
            untouched = atLast(fresh, probe);
        }
        try (Connection other = connect()) {
            String own;
            try (Connection first = connect()) {
                for (String statement : set.split(";")) {
                    atLast(first, statement.strip());
                }
                own = atLast(first, probe);
                String seen = answer(other, probe);
                if (!seen.startsWith("error 1040")) {
                    assertThat(seen).as("while the first session is there").isEqualTo(untouched);
                    if (isLasting(probe)) {
                        assertThat(atLast(first, probe))
                                .as("the first session again")
                                .isEqualTo(own);
                    }
                }
            }
            Conditions.await(() -> !answer(other, "SELECT COUNT(*) FROM legacy.iso WHERE id < 0")
                    .startsWith("error 1040"));
            assertThat(atLast(other, probe))
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
        return !probe.startsWith("SHOW") && !probe.startsWith("HANDLER") && !probe.contains("FOUND_ROWS");
    }

    private Connection connect() throws SQLException {
        return RealServer.connect(proxy);
    }

    /** One connection for all may be busy with what the one before has left. */
    private static String atLast(Connection connection, String sql) {
        String[] answer = new String[1];
        Conditions.await(() -> {
            answer[0] = answer(connection, sql);
            return !answer[0].startsWith("error 1040");
        });
        return answer[0];
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
