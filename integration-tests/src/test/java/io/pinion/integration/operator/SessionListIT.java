package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.server.execution.AdminStatements;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code information_schema.PROCESSLIST} is the list of Pinion's sessions, in any shape of statement. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class SessionListIT {
    private static final LocalAnswer.Rows SESSIONS = new LocalAnswer.Rows(
            List.of(),
            List.of(
                    Arrays.asList("11", "app", "10.0.0.9:4711", null, "Sleep", "7", "", null),
                    Arrays.asList(
                            "12", "app", "10.0.0.9:4712", "legacy", "Query", "61", "executing", "SELECT 'é\"\\\n'")));

    private final RealServer server;
    private TestProxy proxy;
    private Connection client;

    SessionListIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() throws SQLException {
        proxy = server.proxy()
                .admin((sql, session) ->
                        CompletableFuture.completedFuture(new AdminStatements.Outcome.Answer(SESSIONS)))
                .start();
        client = RealServer.connect(proxy);
    }

    @AfterEach
    void stop() throws SQLException {
        client.close();
        proxy.close();
    }

    @Test
    void everyColumnIsTheSessions() throws SQLException {
        assertThat(Jdbc.lines(
                        client,
                        "SELECT id, user, host, db, command, time, state, info FROM information_schema.processlist"))
                .containsExactly(
                        "11 | app | 10.0.0.9:4711 | null | Sleep | 7 |  | null",
                        "12 | app | 10.0.0.9:4712 | legacy | Query | 61 | executing | SELECT 'é\"\\\n'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ID FROM information_schema.PROCESSLIST WHERE TIME > 60 AND COMMAND = 'Query'",
                "SELECT p.id FROM INFORMATION_SCHEMA.ProcessList p WHERE p.db = DATABASE() ORDER BY p.time DESC",
                "SELECT MAX(id) FROM information_schema.processlist GROUP BY user",
                "SELECT a.id FROM information_schema.processlist a JOIN information_schema.processlist b"
                        + " ON a.user = b.user AND a.id > b.id",
                "SELECT processlist.id FROM information_schema.processlist WHERE info LIKE 'select%'",
                "SELECT id FROM information_schema.processlist WHERE id IN (SELECT MAX(id) FROM"
                        + " information_schema.processlist)"
            })
    void anyShapeOfStatementReadsIt(String sql) throws SQLException {
        assertThat(Jdbc.column(client, sql)).containsExactly("12");
    }

    @Test
    void aPreparedStatementReadsItAnew() throws SQLException {
        try (Connection preparing = RealServer.connect(proxy, "&useServerPrepStmts=true");
                PreparedStatement statement = preparing.prepareStatement(
                        "SELECT id FROM information_schema.processlist WHERE user = ? AND time < ?")) {
            for (int time = 0; time < 2; time++) {
                statement.setString(1, "app");
                statement.setInt(2, 60);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getLong(1)).isEqualTo(11);
                    assertThat(rows.next()).isFalse();
                }
            }
        }
    }

    @Test
    void itIsReadWithinATransaction() throws SQLException {
        Jdbc.execute(client, "BEGIN");
        assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM information_schema.processlist"))
                .isEqualTo("2");
        Jdbc.execute(client, "COMMIT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EXPLAIN FOR CONNECTION 1",
                "EXPLAIN FORMAT=JSON FOR CONNECTION 1",
                "DESCRIBE FOR CONNECTION 1",
                "SHOW EXPLAIN FOR 1",
                "SHOW ANALYZE FORMAT=JSON FOR 1"
            })
    void noServersConnectionIsExplained(String sql) {
        assertThat(Failure.of(() -> Jdbc.execute(client, sql)).code()).isEqualTo(1235);
    }
}
