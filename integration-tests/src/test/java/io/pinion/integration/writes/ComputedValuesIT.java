package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server computed for a session is the same on every other server, with one connection to each. */
class ComputedValuesIT {
    private static final String COLUMNS = "@x, HEX(@x), CHARSET(@x), COLLATION(@x)";
    private static final String ELSEWHERE = " FROM db00005.boards RIGHT JOIN (SELECT 1 AS one) AS o ON TRUE LIMIT 1";

    private static TestProxy proxy;
    private Connection session;

    @BeforeAll
    static void start() {
        proxy = RealCluster.shared().proxy().loops(1).maxConnections(1).start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        session = open();
    }

    private static Connection open() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port()
                        + "/?allowPublicKeyRetrieval=true&sslMode=DISABLED&connectTimeout=5000&socketTimeout=20000",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    @AfterEach
    void end() throws SQLException {
        session.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 + 1",
                "CAST(5 AS UNSIGNED)",
                "18446744073709551615 + 0",
                "-9223372036854775808",
                "1.50 + 0",
                "10.0 / 3",
                "0.1e0 + 0.2e0",
                "SQRT(4)",
                "1e-320",
                "'plain'",
                "''",
                "CONCAT('a', 'é')",
                "_latin1 X'E9' COLLATE latin1_german1_ci",
                "CAST(X'00FF27' AS BINARY)",
                "NULL",
                "CAST(NULL AS SIGNED)",
                "'it''s \\\\ \"quoted\"'",
                "@@sql_mode",
                "DATE('2026-11-20')",
                "TRUE"
            })
    void aUserVariableKeepsItsValueAndType(String expression) throws SQLException {
        run("SET NAMES latin1");
        run("SET @x = " + expression);
        List<String> there = described("SELECT " + COLUMNS);
        run("SET NAMES utf8mb4");

        assertThat(described("SELECT " + COLUMNS + ELSEWHERE)).isEqualTo(there);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sql_mode = CONCAT(@@sql_mode, ',ANSI')",
                "time_zone = @@global.time_zone",
                "sql_mode = DEFAULT",
                "@old = @@sql_mode, sql_mode = 'ANSI_QUOTES'",
                "optimizer_switch = REPLACE(@@optimizer_switch, 'index_merge=on', 'index_merge=off')",
                "long_query_time = 2.5 * 2",
                "character_set_results = @@character_set_client",
                "transaction_isolation = CONCAT('READ-', 'COMMITTED')"
            })
    void aSettingHoldsElsewhere(String assignment) throws SQLException {
        String asked = "CONCAT_WS('|', @@sql_mode, @@time_zone, @@optimizer_switch, @@long_query_time,"
                + " @@transaction_isolation, @@character_set_results, @old)";
        run("SET " + assignment);
        String there = described("SELECT " + asked).getFirst();

        assertThat(described("SELECT " + asked + ELSEWHERE)).first().isEqualTo(there);
        assertThat(pinnedBecause()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"@a := (@b := 5)", "group_concat_max_len = (@b := 500)", "@a = 1, @c = IF(TRUE, @b := 7, 2)"})
    void anAssignmentWithinAValueHoldsElsewhere(String assignments) throws SQLException {
        run("SET @b = 1");
        run("SET " + assignments);
        List<String> there = described("SELECT @b, @a, @c, @@group_concat_max_len");

        assertThat(there).first().isNotEqualTo("1");
        assertThat(described("SELECT @b, @a, @c, @@group_concat_max_len" + ELSEWHERE))
                .isEqualTo(there);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "old_mode = '';NAMES utf8",
                "NAMES utf8;old_mode = ''",
                "old_mode = '', NAMES utf8",
                "character_set_collations = 'utf8mb4=utf8mb4_bin';NAMES utf8mb4",
                "max_join_size = 1000000;sql_big_selects = 1",
                "sql_big_selects = 1;max_join_size = 1000000",
                "time_zone = '+05:00';system_versioning_asof = '2030-01-01 00:00:00'",
                "system_versioning_asof = '2030-01-01 00:00:00';time_zone = '+05:00'",
                "collation_server = 'utf8mb4_bin';character_set_server = utf8mb4",
                "optimizer_switch = 'index_merge=off';optimizer_switch = 'derived_merge=off'"
            })
    void settingsThatDependOnEachOtherHoldElsewhere(String assignments) throws SQLException {
        String asked = "CONCAT_WS('|', @@character_set_client, @@collation_connection, @@sql_big_selects, @@time_zone,"
                + " @@system_versioning_asof, @@collation_server, @@optimizer_switch)";
        for (String assignment : assignments.split(";")) {
            run("SET " + assignment);
        }
        String there = described("SELECT " + asked).getFirst();

        assertThat(described("SELECT " + asked + ELSEWHERE)).first().isEqualTo(there);
        assertThat(pinnedBecause()).isEmpty();
    }

    @Test
    void whatWasSavedIsRestored() throws SQLException {
        String before = described("SELECT @@sql_mode").getFirst();
        run("SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO'");
        assertThat(described("SELECT @@sql_mode" + ELSEWHERE)).first().isEqualTo("NO_AUTO_VALUE_ON_ZERO");
        run("SET SQL_MODE=@OLD_SQL_MODE");

        assertThat(described("SELECT @@sql_mode" + ELSEWHERE)).first().isEqualTo(before);
        assertThat(pinnedBecause()).isEmpty();
    }

    @Test
    void aLongValueStaysWhereItIs() throws SQLException {
        run("SET @x = REPEAT('x', 100000)");

        assertThat(described("SELECT LENGTH(@x)")).first().isEqualTo("100000");
        assertThat(pinnedBecause()).isEqualTo("a user variable with a computed value");
    }

    @Test
    void whatAFunctionOrATriggerSetForAnotherSessionIsNull() throws SQLException {
        RealCluster.shared()
                .first()
                .execute(
                        "CREATE OR REPLACE TABLE legacy.watched (v INT)",
                        "CREATE OR REPLACE FUNCTION legacy.remember() RETURNS INT BEGIN SET @seen = 'f'; RETURN 1; END",
                        "CREATE OR REPLACE FUNCTION legacy.recall() RETURNS TEXT RETURN @seen",
                        "CREATE OR REPLACE TRIGGER legacy.watch BEFORE INSERT ON legacy.watched FOR EACH ROW"
                                + " SET @seen = 't'");
        byAnother("SELECT legacy.remember()");
        assertThat(described("SELECT @seen")).first().isEqualTo("null");
        byAnother("INSERT INTO legacy.watched VALUES (1)");
        assertThat(described("SELECT @seen")).first().isEqualTo("null");
        byAnother("INSERT INTO legacy.watched VALUES (1)");
        run("SET @copy = CONCAT(@seen, '')");
        assertThat(described("SELECT @copy")).first().isEqualTo("null");
        byAnother("INSERT INTO legacy.watched VALUES (1)");
        assertThat(described("SELECT legacy.recall()")).first().isEqualTo("null");
    }

    /** A session that called a stored function keeps its connection until it ends. */
    private static void byAnother(String sql) throws SQLException {
        try (Connection other = open()) {
            Jdbc.execute(other, sql);
        }
    }

    private void run(String sql) throws SQLException {
        Jdbc.execute(session, sql);
    }

    /** The cells of the first row, then the type of the first column. */
    private List<String> described(String sql) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            ResultSetMetaData columns = rows.getMetaData();
            List<String> words = new ArrayList<>();
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                words.add(String.valueOf(rows.getString(column)));
            }
            words.add(columns.getColumnTypeName(1) + ' ' + columns.isSigned(1));
            return words;
        }
    }

    private static String pinnedBecause() {
        return proxy.server()
                .sessions()
                .snapshots()
                .toCompletableFuture()
                .join()
                .getFirst()
                .pinnedBecause();
    }
}
