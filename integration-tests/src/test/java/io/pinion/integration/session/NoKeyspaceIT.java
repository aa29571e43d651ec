package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The smallest topology of docs/topology.md: one server, home to all of its databases, and no keyspace. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class NoKeyspaceIT {
    private final RealServer server;

    NoKeyspaceIT(RealServer server) {
        this.server = server;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SHOW DATABASES",
                "SHOW SCHEMAS LIKE 'leg%'",
                "SHOW DATABASES WHERE `Database` = 'legacy'",
                "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'leg%'",
                "SELECT DATABASE()"
            })
    void theDatabasesAreTheServers(String sql) throws SQLException {
        try (TestProxy proxy = server.proxyWithoutKeyspaces().start();
                Connection client = RealServer.connect(proxy)) {
            assertThat(Jdbc.lines(client, sql)).contains("legacy");
        }
    }
}
