package io.pinion.integration.connections;

import static io.pinion.integration.testing.SharedDemo.ask;
import static io.pinion.integration.testing.SharedDemo.connect;
import static io.pinion.integration.testing.SharedDemo.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.HttpSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A proxy that is being stopped: who may go on, for how long, and what the others are told. */
@ExtendWith({LeakWatch.class, SharedDemo.Provider.class})
class DrainIT {
    private final SharedDemo demo;

    DrainIT(SharedDemo demo) {
        this.demo = demo;
    }

    @BeforeEach
    void makeTable() throws Exception {
        demo.first().execute("CREATE OR REPLACE TABLE legacy.drained (id INT PRIMARY KEY)");
    }

    @AfterEach
    void dropTable() throws Exception {
        demo.first().execute("DROP TABLE legacy.drained");
    }

    private RunningProxy proxy(Duration drainTimeout) throws Exception {
        return demo.startProxy(settings -> settings.withListener(
                        RecordCopy.of(settings.listener(), Map.of("drainTimeout", drainTimeout)))
                .withHttp(new HttpSettings(true, "127.0.0.1", 0)));
    }

    @Test
    void whoHasBegunMayEndAndOthersAreToldToConnectAgain() throws Exception {
        try (RunningProxy proxy = proxy(Duration.ofSeconds(60));
                Connection idle = connect(proxy, "legacy");
                Connection writing = connect(proxy, "legacy");
                Connection running = connect(proxy, "legacy")) {
            ask(idle, "SELECT 1");
            Jdbc.execute(writing, "BEGIN");
            update(writing, "INSERT INTO drained VALUES (1)");
            CompletableFuture<String> slow = later(running, "SELECT SLEEP(8)");
            Conditions.await(this::isSleeping);
            CompletableFuture<Void> drained = CompletableFuture.runAsync(proxy::drain, Thread.ofVirtual()::start);

            Conditions.await(() -> ready(proxy).statusCode() == 503);
            assertThat(ready(proxy).body()).contains("draining: this proxy is being stopped");
            awaitLost(idle);
            isLost(() -> connect(proxy, "legacy").close());
            assertThat(slow.get(30, TimeUnit.SECONDS)).isEqualTo("0");
            isLost(() -> ask(running, "SELECT 1"));

            update(writing, "INSERT INTO drained VALUES (2)");
            assertThat(drained).isNotDone();
            Jdbc.execute(writing, "COMMIT");
            drained.get(10, TimeUnit.SECONDS);
            isLost(() -> ask(writing, "SELECT 1"));
        }
        assertThat(rows()).isEqualTo("2");
    }

    @Test
    void whatHasNotEndedAtTheDeadlineIsEnded() throws Exception {
        try (RunningProxy proxy = proxy(Duration.ofMillis(500));
                Connection writing = connect(proxy, "legacy");
                Connection running = connect(proxy, "legacy")) {
            Jdbc.execute(writing, "BEGIN");
            update(writing, "INSERT INTO drained VALUES (1)");
            CompletableFuture<String> slow = later(running, "SELECT SLEEP(60)");
            Conditions.await(this::isSleeping);

            proxy.drain();
            assertThatThrownBy(() -> slow.get(10, TimeUnit.SECONDS)).rootCause().isInstanceOf(SQLException.class);
            isLost(() -> ask(writing, "SELECT 1"));
        }
        Conditions.await(() -> rows().equals("0"));
    }

    @Test
    void shutdownIsAskedForByOperatorsOnly() throws Exception {
        try (RunningProxy proxy = proxy(Duration.ofSeconds(1));
                Connection client = connect(proxy, "legacy");
                Connection admin = connect(proxy, "", "admin")) {
            assertThatThrownBy(() -> Jdbc.execute(client, "SHUTDOWN"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1227));
            assertThat(proxy.stopWanted().toCompletableFuture()).isNotDone();
            Jdbc.execute(admin, "SHUTDOWN");
            proxy.stopWanted().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
    }

    private String rows() throws SQLException {
        try (Connection server = demo.first().connect()) {
            return ask(server, "SELECT COUNT(*) FROM legacy.drained").orElseThrow();
        }
    }

    private boolean isSleeping() throws SQLException {
        try (Connection server = demo.first().connect()) {
            return !ask(server, "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%'")
                    .orElseThrow()
                    .equals("0");
        }
    }

    /** The health page tells of the end a moment before idle sessions are told. */
    private static void awaitLost(Connection idle) {
        Conditions.await(() -> {
            try {
                ask(idle, "SELECT 1");
                return false;
            } catch (SQLException e) {
                assertThat(e.getSQLState()).startsWith("08");
                return true;
            }
        });
    }

    /** A pool connects again then. */
    private static void isLost(ThrowingCallable statement) {
        assertThatThrownBy(statement).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState())
                .startsWith("08"));
    }

    private static HttpResponse<String> ready(RunningProxy proxy) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                    + proxy.httpAddress().orElseThrow().getPort() + "/health/ready"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static CompletableFuture<String> later(Connection client, String sql) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return ask(client, sql).orElseThrow();
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                },
                Thread.ofVirtual()::start);
    }
}
