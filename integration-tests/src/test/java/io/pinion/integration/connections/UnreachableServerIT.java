package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RealServer;
import io.pinion.integration.testing.Wire;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.TestProxy;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that can't be reached or says nothing is named with the state of its pool, and served again when it is back. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class UnreachableServerIT {
    private static final String ADD = "UPDATE unreachable SET n = n + 1";
    private static final String COUNT = "SELECT n FROM unreachable";
    private static final int SILENCE_MILLIS = 5_000;
    private static final int WAIT_MILLIS = 1_500;

    private final RealServer server;
    private Wire wire;
    private TestProxy proxy;

    UnreachableServerIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() throws SQLException {
        server.execute(
                "DROP TABLE IF EXISTS legacy.unreachable",
                "CREATE TABLE legacy.unreachable (n INT)",
                "INSERT INTO legacy.unreachable VALUES (0)");
        wire = new Wire(server);
        proxy = server.proxyThrough(wire)
                .loops(1)
                .maxConnections(1)
                .poolLimits(new PoolLimits(WAIT_MILLIS, 10, 60_000, 5_000, 16, SILENCE_MILLIS))
                .start();
    }

    @AfterEach
    void stop() throws SQLException {
        proxy.close();
        wire.close();
        server.execute("DROP TABLE legacy.unreachable");
    }

    @Test
    void aServerThatIsDownIsNamedAndServedAgainWhenItIsBack() {
        try (RawClient client = loggedIn()) {
            assertThat(countAtLast(client)).isEqualTo("0");
            wire.down(true);
            Conditions.await(() -> client.query(ADD).error().contains("has not run"));

            Answer[] refused = new Answer[1];
            Conditions.await(() -> {
                refused[0] = client.query(ADD);
                return refused[0].errorCode() == 1105;
            });
            assertThat(refused[0].error())
                    .contains("no connection to the primary of pair pair1")
                    .contains("server pair1A at 127.0.0.1:" + wire.port());

            wire.down(false);
            Conditions.await(() -> client.query(COUNT).errorCode() == 0);
            assertThat(count(client)).isEqualTo("0");
        }
    }

    @Test
    void aServerThatFallsSilentIsGivenUpAndItsStatementMayHaveRun() {
        try (RawClient client = loggedIn();
                RawClient waiting = loggedIn()) {
            assertThat(countAtLast(client)).isEqualTo("0");
            wire.freeze(true);
            client.sendQuery(ADD);
            Conditions.await(() ->
                    proxy.server().pools().toCompletableFuture().join().stream().anyMatch(pool -> pool.busy() == 1));
            waiting.sendQuery(COUNT);

            Answer noRoom = waiting.readAnswer();
            assertThat(noRoom.errorCode()).isEqualTo(1040);
            assertThat(noRoom.error()).contains("pair1A", "pair1", "1 busy", "0 idle", "limit");
            Answer silent = client.readAnswer();
            assertThat(silent.errorCode()).isEqualTo(1105);
            assertThat(silent.error()).contains("pair1A", "pair1", "said nothing for", "it may have run");

            wire.freeze(false);
            Conditions.await(() -> client.query(COUNT).errorCode() == 0);
            // It came through late, or not at all, but never twice.
            assertThat(count(client)).isIn("0", "1");
            assertThat(client.query(ADD).errorCode()).isZero();
        }
    }

    private static String countAtLast(RawClient client) {
        Conditions.await(() -> client.query(COUNT).errorCode() == 0);
        return count(client);
    }

    private static String count(RawClient client) {
        return client.query(COUNT).rows().getFirst();
    }

    private RawClient loggedIn() {
        RawClient client = new RawClient(proxy.port());
        assertThat(client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, RealServer.KEYSPACE)
                        .errorCode())
                .isZero();
        return client;
    }
}
