package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

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
        client = RealServer.connect(proxy);
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
}
