package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server keeps for a session without its answers telling of it. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class ServerStateIT {
    private final RealServer server;
    private TestProxy proxy;
    private Connection client;

    ServerStateIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() throws SQLException {
        server.execute(
                "DROP TABLE IF EXISTS legacy.kept_plain, legacy.kept_ids",
                "CREATE TABLE legacy.kept_plain (id INT PRIMARY KEY) ENGINE=MyISAM",
                "CREATE TABLE legacy.kept_ids (id INT AUTO_INCREMENT PRIMARY KEY, v INT)",
                "DROP DATABASE IF EXISTS legacy_latin2",
                "CREATE DATABASE legacy_latin2 CHARACTER SET latin2");
        proxy = server.proxy().start();
        client = RealServer.connect(proxy, "&useServerPrepStmts=true&emulateUnsupportedPstmts=false");
    }

    @AfterEach
    void stop() throws SQLException {
        client.close();
        proxy.close();
        server.execute("DROP TABLE IF EXISTS legacy.kept_plain, legacy.kept_ids", "DROP DATABASE legacy_latin2");
    }

    @Test
    void rollbackFreesATableWithoutTransactionsToo() throws SQLException {
        Jdbc.execute(client, "SET autocommit = 0");
        Jdbc.execute(client, "INSERT INTO kept_plain VALUES (1)");
        Jdbc.execute(client, "COMMIT");
        Jdbc.rows(client, "SELECT * FROM kept_plain");
        Jdbc.execute(client, "ROLLBACK");

        server.execute("SET lock_wait_timeout = 5", "DROP TABLE legacy.kept_plain");
    }

    /** Also where only MySQL keeps a lock, and of a table that isn't there: the next session may want to make it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DESCRIBE %s",
                "SHOW COLUMNS FROM %s",
                "SHOW FULL COLUMNS FROM %s",
                "SHOW INDEX FROM %s",
                "SHOW CREATE TABLE %s",
                "EXPLAIN SELECT * FROM %s",
                "EXPLAIN DELETE FROM %s",
                "CHECKSUM TABLE %s",
                "TABLE %s"
            })
    void rollbackAndCommitFreeWhatWasOnlyLookedAt(String statement) throws SQLException {
        Jdbc.execute(client, "SET autocommit = 0");
        for (String end : List.of("ROLLBACK", "COMMIT")) {
            for (String table : List.of("legacy.kept_ids", "legacy.kept_new")) {
                for (boolean prepared : List.of(false, true)) {
                    look(statement.formatted(table), prepared);
                    Jdbc.execute(client, end);
                    server.execute(
                            "SET lock_wait_timeout = 5",
                            "CREATE TABLE legacy.kept_new (id INT)",
                            "DROP TABLE legacy.kept_new",
                            "ALTER TABLE legacy.kept_ids ADD COLUMN w INT",
                            "ALTER TABLE legacy.kept_ids DROP COLUMN w");
                }
            }
        }
    }

    private void look(String sql, boolean prepared) {
        try {
            if (prepared) {
                try (PreparedStatement statement = client.prepareStatement(sql)) {
                    statement.execute();
                }
            } else {
                Jdbc.execute(client, sql);
            }
        } catch (SQLException missing) {
            assertThat(missing.getErrorCode()).isIn(1146, 1064, 1295);
        }
    }

    /** MariaDB goes on with the session of the user before, as if its connection had been reset; MySQL closes. */
    @Test
    void aRefusedChangeOfTheUserIsAsOnTheServer() {
        try (RawClient raw = new RawClient(proxy.port())) {
            raw.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "legacy");
            raw.query("CREATE TEMPORARY TABLE of_before (a INT)");
            for (int time = 0; time < 5; time++) {
                assertThat(raw.command(0x11, TestProxy.USER + "\0\24" + "wrong".repeat(4) + "legacy\0")
                                .errorCode())
                        .isEqualTo(time < 3 ? 1045 : 1047);
                if (server.isMySql()) {
                    assertThat(raw.isClosedByProxy()).isTrue();
                    return;
                }
                assertThat(raw.query("SELECT CONCAT(DATABASE(), ' ', USER())").rows())
                        .singleElement()
                        .asString()
                        .startsWith("legacy " + TestProxy.USER + "@");
                assertThat(raw.query("SELECT COUNT(*) FROM of_before").errorCode())
                        .isEqualTo(1146);
            }
        }
    }

    @Test
    void aSavepointLivesWhileOnlyTablesWithoutTransactionsChange() throws SQLException {
        Jdbc.execute(client, "SET autocommit = 0");
        Jdbc.execute(client, "SAVEPOINT s");
        Jdbc.execute(client, "INSERT INTO kept_plain VALUES (1)");
        Jdbc.execute(client, "INSERT INTO kept_plain VALUES (2)");
        Jdbc.execute(client, "ROLLBACK TO s");
        Jdbc.execute(client, "RELEASE SAVEPOINT s");
        Jdbc.execute(client, "COMMIT");
    }

    @Test
    void setCharacterSetIsOfTheDatabaseInWhichItWasSaid() throws SQLException {
        try (Connection other = RealServer.connect(proxy)) {
            client.setCatalog("legacy_latin2");
            Jdbc.execute(client, "SET CHARACTER SET latin1");
            String said = Jdbc.value(client, "SELECT CONCAT(@@character_set_client, @@collation_connection)");
            Jdbc.execute(other, "BEGIN");
            Jdbc.value(other, "SELECT COUNT(*) FROM kept_ids");
            assertThat(Jdbc.value(client, "SELECT CONCAT(@@character_set_client, @@collation_connection)"))
                    .isEqualTo(said)
                    .contains("latin2");
            client.setCatalog("legacy");
            assertThat(Jdbc.value(client, "SELECT CONCAT(@@character_set_client, @@collation_connection)"))
                    .contains("latin2");
        }
    }

    @Test
    void aTraceIsOfTheSessionsOwnLastStatement() throws SQLException {
        try (Connection other = RealServer.connect(proxy)) {
            Jdbc.execute(client, "SET optimizer_trace = 'enabled=on'");
            Jdbc.rows(client, "SELECT v FROM kept_ids WHERE v > 7");
            Jdbc.execute(other, "BEGIN");
            Jdbc.value(other, "SELECT COUNT(*) FROM kept_ids");
            Jdbc.execute(client, "SET @traced = (SELECT TRACE FROM information_schema.OPTIMIZER_TRACE)");

            assertThat(Jdbc.value(client, "SELECT @traced")).contains("kept_ids");
        }
    }

    @Test
    void aSearchForTheLastIdMayReadTheIdToo() throws SQLException {
        Jdbc.execute(client, "SET sql_auto_is_null = 1");
        Jdbc.execute(client, "INSERT INTO kept_ids (v) VALUES (7)");
        assertThat(Jdbc.lines(client, "SELECT id, v, LAST_INSERT_ID() FROM kept_ids WHERE id IS NULL"))
                .hasSize(1);
        Jdbc.execute(client, "INSERT INTO kept_ids (v) VALUES (8)");
        assertThat(Jdbc.lines(client, "SELECT id, v FROM kept_ids WHERE id IS NULL"))
                .hasSize(1);
    }

    /** A client that went to the server's own address would pass Pinion by. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT @@port",
                "SELECT @@GLOBAL.`port`",
                "SELECT @@global.report_port FROM DUAL WHERE @@port > 0",
                "SELECT VARIABLE_VALUE FROM %s.global_variables WHERE VARIABLE_NAME = 'PORT'",
                "SELECT v.variable_value FROM %s.session_variables v WHERE v.variable_name LIKE 'port'"
            })
    void itsPortIsPinions(String asked) throws SQLException {
        String sql = asked.formatted(server.isMySql() ? "performance_schema" : "information_schema");
        assertThat(Jdbc.value(client, sql)).isEqualTo(String.valueOf(proxy.port()));
        try (PreparedStatement prepared = client.prepareStatement(sql);
                ResultSet row = prepared.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getInt(1)).isEqualTo(proxy.port());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SHOW VARIABLES LIKE 'port'",
                "SHOW GLOBAL VARIABLES LIKE 'PO%T'",
                "SHOW SESSION VARIABLES WHERE Variable_name = 'port'"
            })
    void itsPortIsShownAsPinions(String sql) throws SQLException {
        assertThat(Jdbc.lines(client, sql)).contains("port | " + proxy.port());
        try (PreparedStatement prepared = client.prepareStatement(sql);
                ResultSet row = prepared.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getMetaData().getColumnLabel(1)).isEqualTo("Variable_name");
            assertThat(row.getMetaData().getColumnLabel(2)).isEqualTo("Value");
        }
    }

    @Test
    void allOtherVariablesAreTheServers() throws SQLException {
        String where = "SELECT CONCAT(@@hostname, @@socket)";
        assertThat(Jdbc.value(client, where)).isEqualTo("127.0.0.1");
        try (PreparedStatement prepared = client.prepareStatement(where);
                ResultSet row = prepared.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo("127.0.0.1");
        }
        try (Connection direct = server.root()) {
            for (String sql : List.of("SHOW VARIABLES", "SHOW GLOBAL VARIABLES")) {
                // MariaDB shows wsrep_OSU_method and the like in capitals, which its tables don't tell.
                assertThat(Jdbc.column(client, sql))
                        .usingElementComparator(String::compareToIgnoreCase)
                        .containsExactlyInAnyOrderElementsOf(Jdbc.column(direct, sql));
            }
            String some = "SHOW GLOBAL VARIABLES WHERE Variable_name RLIKE '^(s|innodb)' AND Variable_name <> 'socket'";
            assertThat(Jdbc.rows(client, some)).isEqualTo(Jdbc.rows(direct, some));
        }
    }
}
