package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is killed through Pinion ends on the real server, and nothing else does. */
@ExtendWith({LeakWatch.class, SharedDemo.Provider.class})
class KillIT {
    private static final Duration SOON = Duration.ofSeconds(10);

    /** More than there are KILLs under way to one server at a time. */
    private static final int MANY = 24;

    private static SharedDemo demo;
    private static RunningProxy proxy;

    @BeforeAll
    static void start(SharedDemo shared) throws Exception {
        demo = shared;
        proxy = shared.startProxy();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void aTimeoutOfConnectorJEndsTheStatementAndTheSessionGoesOn() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(3);
            assertThatThrownBy(() -> statement.executeQuery("SELECT BENCHMARK(100000000000, MD5('a'))"))
                    .isInstanceOf(SQLTimeoutException.class);
            assertThat(Jdbc.value(connection, "SELECT 'alive'")).isEqualTo("alive");
        }
        Conditions.await(() -> running("BENCHMARK") == 0);
    }

    @Test
    void killQueryEndsTheStatementOnly() throws Exception {
        try (Connection victim = connect();
                Connection killer = connect()) {
            String id = Jdbc.value(victim, "SELECT CONNECTION_ID()");
            CompletableFuture<String> sleeping = sleeping(victim, "SELECT SLEEP(61)");
            awaitRunning("SLEEP(61)");
            Jdbc.execute(killer, "KILL QUERY " + id);
            assertThatThrownBy(() -> sleeping.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .rootCause()
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1317));
            assertThat(Jdbc.value(victim, "SELECT 'alive'")).isEqualTo("alive");
        }
    }

    @Test
    void killQueryUserEndsTheStatementsOfAUser() throws Exception {
        try (Connection victim = connect();
                Connection killer = connect()) {
            String user = Jdbc.value(killer, "SELECT SUBSTRING_INDEX(USER(), '@', 1)");
            CompletableFuture<String> sleeping = sleeping(victim, "SELECT SLEEP(63)");
            awaitRunning("SLEEP(63)");
            Jdbc.execute(killer, "KILL USER 'nobody'");
            Jdbc.execute(killer, "KILL SOFT QUERY USER '" + user + "'@'10.9.9.9'");
            assertThat(sleeping).isNotDone();
            Jdbc.execute(killer, "KILL HARD QUERY USER " + user);
            assertThatThrownBy(() -> sleeping.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .rootCause()
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1317));
            assertThatThrownBy(() -> Jdbc.execute(killer, "KILL QUERY ID 4"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1957));
        }
    }

    @Test
    void aTransactionOutlivesTheKillOfOneOfItsStatements() throws Exception {
        try (Connection victim = connect();
                Connection killer = connect()) {
            Jdbc.execute(killer, "CREATE OR REPLACE TABLE legacy.kill_tx (id INT PRIMARY KEY)");
            String id = Jdbc.value(victim, "SELECT CONNECTION_ID()");
            victim.setAutoCommit(false);
            Jdbc.execute(victim, "INSERT INTO legacy.kill_tx VALUES (1)");
            CompletableFuture<String> sleeping = sleeping(victim, "SELECT SLEEP(62)");
            awaitRunning("SLEEP(62)");
            Jdbc.execute(killer, "KILL QUERY " + id);
            assertThatThrownBy(() -> sleeping.get(10, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
            Jdbc.execute(victim, "INSERT INTO legacy.kill_tx VALUES (2)");
            victim.commit();
            assertThat(Jdbc.value(killer, "SELECT COUNT(*) FROM legacy.kill_tx"))
                    .isEqualTo("2");
        }
    }

    @Test
    void manyAreKilledAtOnceByTheNumbersOfTheProcessList() throws Exception {
        List<Connection> victims = new ArrayList<>();
        List<CompletableFuture<String>> sleeping = new ArrayList<>();
        try (Connection killer = connect()) {
            for (int i = 0; i < MANY; i++) {
                Connection victim = connect();
                victims.add(victim);
                sleeping.add(sleeping(victim, "SELECT SLEEP(63)"));
            }
            Conditions.await(() -> running("SLEEP(63)") == MANY);
            List<String> ids = Jdbc.column(killer, "SHOW PROCESSLIST WHERE info = 'SELECT SLEEP(63)'");
            assertThat(ids).hasSize(MANY);
            for (String id : ids) {
                Jdbc.execute(killer, "KILL QUERY " + id);
            }
            for (CompletableFuture<String> one : sleeping) {
                one.handle((answer, failure) -> answer).get(SOON.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            for (Connection victim : victims) {
                victim.close();
            }
        }
        assertThat(running("SLEEP(63)")).isZero();
    }

    @Test
    void killEndsTheSessionAndItsStatementOnTheServer() throws Exception {
        try (Connection victim = connect();
                Connection killer = connect()) {
            String id = Jdbc.value(victim, "SELECT CONNECTION_ID()");
            CompletableFuture<String> sleeping = sleeping(victim, "SELECT SLEEP(63)");
            awaitRunning("SLEEP(63)");
            Jdbc.execute(killer, "KILL " + id);
            assertThatThrownBy(() -> sleeping.get(10, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
            Conditions.await(() -> running("SLEEP(63)") == 0);
            // The session is forgotten a moment after its client is told.
            Conditions.await(() -> {
                try {
                    Jdbc.execute(killer, "KILL " + id);
                    return false;
                } catch (SQLException e) {
                    assertThat(e.getErrorCode()).isEqualTo(1094);
                    return true;
                }
            });
        }
    }

    @Test
    void aClientThatGoesAwayLeavesNothingRunning() throws Exception {
        Connection leaver = connect();
        CompletableFuture<String> sleeping = sleeping(leaver, "SELECT SLEEP(64)");
        awaitRunning("SLEEP(64)");
        leaver.abort(Runnable::run);
        Conditions.await(() -> running("SLEEP(64)") == 0);
        assertThat(sleeping).failsWithin(SOON);
    }

    @Test
    void anOrdinaryUserKillsOnlyItsOwn() throws SQLException {
        try (Connection connection = connect()) {
            assertThatThrownBy(() -> Jdbc.execute(connection, "KILL 999999"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1094));
            assertThatThrownBy(() -> Jdbc.execute(connection, "KILL QUERY nonsense"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1064));
        }
    }

    private static CompletableFuture<String> sleeping(Connection connection, String sql) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return Jdbc.value(connection, sql);
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    private static void awaitRunning(String part) {
        Conditions.await(() -> running(part) == 1);
    }

    /** How many statements with this text the server is running. */
    private static int running(String part) {
        try (Connection server = demo.first().connect();
                Statement statement = server.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT COUNT(*) FROM information_schema.processlist WHERE command <> 'Sleep' AND info LIKE '%"
                                + part + "%' AND info NOT LIKE '%processlist%'")) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Connection connect() throws SQLException {
        return SharedDemo.connect(proxy, "legacy");
    }
}
