package io.pinion.integration.move;

import static io.pinion.integration.testing.SharedDemo.ask;
import static io.pinion.integration.testing.SharedDemo.connect;
import static io.pinion.integration.testing.SharedDemo.update;
import static io.pinion.integration.testing.SharedDemo.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.PoolSettings;
import io.pinion.config.settings.Settings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What clients and operators see of a statement that waits for shard 3429, which the topology holds. */
@ExtendWith({LeakWatch.class, SharedDemo.Provider.class})
class HeldShardIT {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final String STATUS = "SHOW TOPOLOGY STATUS";
    private static final String READ = "SELECT data FROM db03429.pins WHERE local_id = 7075733";

    private static SharedDemo demo;
    private static RunningProxy proxy;

    @BeforeAll
    static void start(SharedDemo shared) throws Exception {
        demo = shared;
        proxy = demo.startProxy(settings -> RecordCopy.of(
                settings,
                Map.of("pool", RecordCopy.of(PoolSettings.DEFAULT, Map.of("waitTimeout", WAIT, "maxWaiters", 2)))));
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @BeforeEach
    void hold() throws Exception {
        awaitAdopted(demo.publish(HeldShardIT::holdShard));
    }

    @AfterEach
    void restore() throws Exception {
        awaitAdopted(demo.restore());
    }

    private static void holdShard(ObjectNode document) {
        ObjectNode pinterest = (ObjectNode) document.path("keyspaces").path("pinterest");
        ArrayNode ranges = pinterest.putArray("ranges");
        range(ranges, 0, 2047, "MySQL001");
        range(ranges, 2048, 3428, "MySQL002");
        range(ranges, 3429, 3429, "MySQL002").put("held", true);
        range(ranges, 3430, 4095, "MySQL002");
    }

    private static ObjectNode range(ArrayNode ranges, int first, int last, String pair) {
        ObjectNode range = ranges.addObject();
        range.putArray("range").add(first).add(last);
        return range.put("pair", pair);
    }

    private static void awaitAdopted(long generation) throws SQLException {
        try (Connection admin = connect(proxy, "", "admin")) {
            Conditions.await(() -> value(admin, STATUS, "generation").orElse("").equals(Long.toString(generation)));
        }
    }

    @Test
    void itIsTheRowsOfTheShardOnceItIsReleased() throws Exception {
        try (Connection client = connect(proxy, "pinterest");
                Connection admin = connect(proxy, "", "admin")) {
            CompletableFuture<String> waiting = asking(client, READ);
            awaitWaiting(admin, 1);
            assertThat(ask(
                            admin,
                            "SHOW FULL PROCESSLIST WHERE State = 'Waiting for shard 3429 of pinterest, which is held'"))
                    .isPresent();
            demo.restore();

            assertThat(waiting.get(10, TimeUnit.SECONDS)).isNotEmpty();
            assertThat(ask(admin, "SHOW SESSIONS WHERE waits_for LIKE '%held%'"))
                    .isEmpty();
        }
    }

    @Test
    void whoHasWaitedTooLongIsToldWhy() throws Exception {
        try (Connection client = connect(proxy, "pinterest")) {
            assertThatThrownBy(() -> ask(client, READ)).isInstanceOfSatisfying(SQLException.class, e -> {
                assertThat(e.getErrorCode()).isEqualTo(1105);
                assertThat(e.getSQLState()).isEqualTo("HY000");
                assertThat(e.getMessage())
                        .isEqualTo("statements for shard 3429 of pinterest are held, as while it moves or shards are"
                                + " opened, and this one has not run (waited " + WAIT.toMillis()
                                + " ms, pool.wait_timeout): try again;"
                                + " SHOW OPERATIONS tells of what holds them");
            });
            assertThat(ask(client, "SELECT 1")).hasValue("1");
        }
    }

    @Test
    void notMoreWaitThanMay() throws Exception {
        List<Connection> clients = new ArrayList<>();
        try {
            for (int i = 0; i <= 2 * Settings.DEFAULT.eventLoops().threadCount(); i++) {
                clients.add(connect(proxy, "pinterest"));
            }
            // The others wait in vain.
            CompletableFuture<Object> first = CompletableFuture.anyOf(
                    clients.stream().map(client -> asking(client, READ)).toArray(CompletableFuture<?>[]::new));

            assertThatThrownBy(() -> first.get(8, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("as many as may wait already do, pool.max_waiters");
        } finally {
            for (Connection client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aKilledStatementEndsAndItsSessionGoesOn() throws Exception {
        try (Connection client = connect(proxy, "pinterest");
                Connection admin = connect(proxy, "", "admin")) {
            String id = ask(client, "SELECT CONNECTION_ID()").orElseThrow();
            CompletableFuture<String> waiting = asking(client, READ);
            awaitWaiting(admin, 1);
            Jdbc.execute(admin, "KILL QUERY " + id);

            assertThatThrownBy(() -> waiting.get(6, TimeUnit.SECONDS))
                    .rootCause()
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1317));
            assertThat(ask(client, "SELECT 1")).hasValue("1");
        }
    }

    @Test
    void aSessionThatIsKilledOrWhoseClientGoesWaitsNoMore() throws Exception {
        try (Connection killed = connect(proxy, "pinterest");
                Connection leaving = connect(proxy, "pinterest");
                Connection admin = connect(proxy, "", "admin")) {
            String id = ask(killed, "SELECT CONNECTION_ID()").orElseThrow();
            CompletableFuture<String> ofKilled = asking(killed, READ);
            CompletableFuture<String> ofLeaving = asking(leaving, READ);
            awaitWaiting(admin, 2);
            Jdbc.execute(admin, "KILL " + id);
            leaving.abort(Runnable::run);

            failsSoon(() -> ofKilled.get(6, TimeUnit.SECONDS));
            failsSoon(() -> ofLeaving.get(6, TimeUnit.SECONDS));
            awaitWaiting(admin, 0);
        }
    }

    private static void failsSoon(ThrowingCallable statement) {
        assertThatThrownBy(statement).isInstanceOf(ExecutionException.class);
    }

    @Test
    void theStatementsOfOneTextKeepTheirOrder() throws Exception {
        try (Connection client = several();
                Connection admin = connect(proxy, "", "admin")) {
            CompletableFuture<String> waiting = asking(
                    client,
                    "UPDATE db01001.pins SET data = data WHERE local_id = 7; SET @before = 'held';"
                            + " UPDATE db03429.pins SET ts = ts WHERE local_id = 7; SET @before = 'released'");
            awaitWaiting(admin, 1);
            demo.restore();
            waiting.get(10, TimeUnit.SECONDS);

            assertThat(ask(client, "SELECT @before")).hasValue("released");
        }
    }

    @Test
    void whoHasLockedTheTablesOfTheShardMayEnd() throws Exception {
        try (Connection client = connect(proxy, "db03429")) {
            demo.restore();
            Conditions.await(() -> ask(client, READ).isPresent());
            Jdbc.execute(client, "LOCK TABLES pins WRITE");
            awaitAdopted(demo.publish(HeldShardIT::holdShard));

            update(client, "UPDATE pins SET ts = ts WHERE local_id = 7");
            Jdbc.execute(client, "UNLOCK TABLES");
        }
    }

    private static Connection several() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort()
                        + "/pinterest?sslMode=DISABLED&allowPublicKeyRetrieval=true&allowMultiQueries=true",
                "app",
                "app");
    }

    private static void awaitWaiting(Connection admin, int sessions) {
        Conditions.await(
                () -> Jdbc.rows(admin, "SHOW SESSIONS WHERE waits_for = 'shard 3429 of pinterest, which is held'")
                                .size()
                        == sessions);
    }

    private static CompletableFuture<String> asking(Connection client, String sql) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        if (sql.startsWith("SELECT")) {
                            return ask(client, sql).orElse("");
                        }
                        Jdbc.execute(client, sql);
                        return "";
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                },
                Thread.ofVirtual()::start);
    }
}
