package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Server;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.frontend.ClientLimits;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What clients and servers do wrong, and what becomes of it: a clear error or a clean end, never a hang. */
@ExtendWith(LeakWatch.class)
class FaultTest {
    private static final ClientLimits SMALL = new ClientLimits(1024, 1_500, 2_000);
    private static final PoolLimits QUICK = new PoolLimits(300, 10, 60_000, 500, 16, 2_500);

    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy = TestProxy.inFrontOf(server)
            .clientLimits(SMALL)
            .poolLimits(QUICK)
            .maxConnections(1)
            .maxSessions(3)
            .start();

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void aWrongPasswordIsDenied() {
        try (RawClient client = new RawClient(proxy.port())) {
            Answer answer = client.login(TestProxy.USER, "wrong", RawClient.CLASSIC, "");

            assertThat(answer.errorCode()).isEqualTo(1045);
            assertThat(answer.error())
                    .isEqualTo("#28000Access denied for user 'app'@'127.0.0.1' (using password: YES)");
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @Test
    void anUnknownUserIsDeniedInTheSameWords() {
        try (RawClient client = new RawClient(proxy.port())) {
            Answer answer = client.login("nobody", "x", RawClient.CLASSIC, "");

            assertThat(answer.error())
                    .isEqualTo("#28000Access denied for user 'nobody'@'127.0.0.1' (using password: YES)");
        }
    }

    @Test
    void anUnknownDatabaseIsToldAtLogin() {
        try (RawClient client = new RawClient(proxy.port())) {
            Answer answer = client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "nosuch");

            assertThat(answer.error()).isEqualTo("#42000Unknown database 'nosuch'");
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @Test
    void garbageInsteadOfALoginEndsTheConnection() {
        try (RawClient client = new RawClient(proxy.port())) {
            client.readPacket();
            client.sendRaw("GET / HTTP/1.1\r\nHost: pinion\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @Test
    void aClientThatNeverLogsInIsEnded() {
        try (RawClient client = new RawClient(proxy.port())) {
            client.readPacket();
            client.sendRaw(new byte[] {10, 0});

            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @Test
    void packetsOutOfOrderAreAnErrorAndTheEnd() {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.sendPacket(5, new byte[] {0x0E});

            assertThat(client.readAnswer().errorCode()).isEqualTo(1156);
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @Test
    void aPacketBeyondTheLimitIsAnErrorAndTheEnd() {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.sendRaw(new byte[] {0, 0, 1, 0, 3, 'X'});

            assertThat(client.readAnswer().errorCode()).isEqualTo(1153);
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @Test
    void anUnknownCommandIsAnErrorAndTheSessionGoesOn() {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.command(0x77, "").errorCode()).isEqualTo(1047);
            client.sendPacket(0, new byte[0]);
            assertThat(client.readAnswer().errorCode()).isEqualTo(1047);
            assertThat(client.command(0x0E, "").errorCode()).isZero();
        }
    }

    /** A server would close the connection, with the transaction on it. */
    @Test
    void aTextThatIsTooLongForServersIsRefusedAndTheSessionGoesOn() {
        try (TestProxy narrow = TestProxy.inFrontOf(server)
                        .poolLimits(new PoolLimits(300, 10, 60_000, 500, 16, 2_500, "edited text".length() - 1))
                        .start();
                RawClient client = RawClient.loggedIn(narrow)) {
            assertThat(client.query("EDIT").errorCode()).isEqualTo(1153);
            assertThat(client.query("READ").errorCode()).isZero();
        }
    }

    @Test
    void aPlannersMistakeIsAnErrorAndTheSessionGoesOn() {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("BROKEN").errorCode()).isEqualTo(1815);
            assertThat(client.query("READ").errorCode()).isZero();
        }
    }

    @Test
    void tooManySessionsAreToldInsteadOfAGreeting() {
        List<RawClient> full =
                Stream.generate(() -> RawClient.loggedIn(proxy)).limit(3).toList();
        try (RawClient fourth = new RawClient(proxy.port())) {
            Answer answer = fourth.readAnswer();

            assertThat(answer.errorCode()).isEqualTo(1040);
            assertThat(answer.error()).isEqualTo("Too many connections");
            assertThat(fourth.isClosedByProxy()).isTrue();
        }
        full.forEach(RawClient::close);
    }

    @Test
    void commandsSentAheadAreAnsweredInOrder() {
        server.on("ONE", reply -> reply.rows("1"));
        server.on("TWO", reply -> reply.rows("2"));
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.sendQuery("ONE");
            client.sendQuery("TWO");
            client.sendPacket(0, new byte[] {0x0E});

            assertThat(client.readAnswer().rows()).containsExactly("1");
            assertThat(client.readAnswer().rows()).containsExactly("2");
            assertThat(client.readAnswer().errorCode()).isZero();
        }
    }

    @Test
    void aServerThatRefusesConnectionsIsNamed() {
        server.refuseConnections(true);
        try (RawClient client = RawClient.loggedIn(proxy)) {
            Answer answer = client.query("READ");

            assertThat(answer.errorCode()).isEqualTo(1105);
            assertThat(answer.error()).contains("pair1A");
        }
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        proxy.adopt(Map.of("pair1", new Server("pair1B", "127.0.0.1", 1)));
        try (RawClient client = RawClient.loggedIn(proxy)) {
            Answer answer = client.query("READ");

            assertThat(answer.errorCode()).isEqualTo(1105);
            assertThat(answer.error()).endsWith("can't connect to server pair1B at 127.0.0.1:1: Connection refused");
        }
    }

    @Test
    void aServerThatAcceptsAndNeverGreetsIsNamedInTime() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                RawClient client = RawClient.loggedIn(proxy)) {
            proxy.adopt(Map.of("pair1", new Server("pair1B", "127.0.0.1", mute.getLocalPort())));
            Answer answer = client.query("READ");

            assertThat(answer.errorCode()).isEqualTo(1040);
            assertThat(answer.error()).contains("pair1B", "1 opening");
            Conditions.await(() -> client.query("READ").error().contains("it didn't log Pinion in within 500 ms"));
        }
    }

    @Test
    void aServerThatHangsUpDuringAStatementIsAnErrorAndTheSessionGoesOn() {
        server.on("DIE", ScriptedServer.Reply::hangUp);
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("DIE").error()).contains("pair1A", "it may have run");
            assertThat(client.query("READ").errorCode()).isZero();
        }
    }

    @Test
    void aServerThatStopsInsideAPacketEndsTheClientsConnection() {
        server.on("HALF", reply -> {
            reply.beginRows();
            reply.row("whole");
            reply.raw(new byte[] {100, 0, 0, 5, 'h', 'a', 'l', 'f'});
            reply.hangUp();
        });
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.sendQuery("HALF");

            assertThat(client.isClosedByProxy()).isTrue();
        }
        try (RawClient next = RawClient.loggedIn(proxy)) {
            assertThat(next.query("READ").errorCode()).isZero();
        }
    }

    @Test
    void aServerThatFallsSilentIsGivenUpAndNamed() {
        CountDownLatch hold = new CountDownLatch(1);
        server.on("MUTE", reply -> reply.waitFor(hold));
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("MUTE").error()).contains("pair1A", "said nothing", "it may have run");
            hold.countDown();
            assertThat(client.query("READ").errorCode()).isZero();
        }
    }

    @Test
    void aServerThatBreaksTheProtocolLosesItsConnection() {
        server.on("WRONG", reply -> reply.raw(new byte[] {1, 0, 0, 77, 0}));
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("WRONG").errorCode()).isEqualTo(1105);
            assertThat(client.query("READ").errorCode()).isZero();
        }
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void bytesThatNobodyAskedForLoseTheirConnection() {
        server.on("EXTRA", reply -> {
            reply.ok();
            reply.raw(new byte[] {1, 0, 0, 0, 0});
        });
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.query("EXTRA");
            Conditions.await(() -> client.query("READ").errorCode() == 0 && server.connections() == 2);
        }
    }

    @Test
    void whoWaitsTooLongForAConnectionLearnsWhy() {
        CountDownLatch hold = new CountDownLatch(1);
        server.on("SLOW", reply -> {
            reply.waitFor(hold);
            reply.ok();
        });
        try (RawClient slow = RawClient.loggedIn(proxy);
                RawClient waiting = RawClient.loggedIn(proxy)) {
            slow.sendQuery("SLOW");
            Conditions.await(() -> server.commands().contains("SLOW"));
            Answer answer = waiting.query("READ");

            assertThat(answer.errorCode()).isEqualTo(1040);
            assertThat(answer.error()).contains("pair1A", "pair1", "1 busy", "limit");
            hold.countDown();
            assertThat(slow.readAnswer().errorCode()).isZero();
        }
    }

    @Test
    void aClientThatGoesDuringAStatementTakesItsConnectionAlong() {
        CountDownLatch hold = new CountDownLatch(1);
        server.on("SLOW", reply -> {
            reply.waitFor(hold);
            reply.ok();
        });
        try (RawClient leaving = RawClient.loggedIn(proxy)) {
            leaving.sendQuery("SLOW");
            Conditions.await(() -> server.commands().contains("SLOW"));
        }
        try (RawClient next = RawClient.loggedIn(proxy)) {
            Conditions.await(() -> next.query("READ").errorCode() == 0);
        }
        // The third is the one over which its statement is killed.
        Conditions.await(() -> server.commands().stream().anyMatch(command -> command.startsWith("KILL ")));
        hold.countDown();
        assertThat(server.connections()).isEqualTo(3);
    }

    @Test
    void aStatementInFlightEndsOnTheOldPrimary() {
        CountDownLatch hold = new CountDownLatch(1);
        server.on("SLOW", reply -> {
            reply.waitFor(hold);
            reply.rows("old");
        });
        try (ScriptedServer promoted = new ScriptedServer();
                RawClient client = RawClient.loggedIn(proxy)) {
            promoted.on("READ", reply -> reply.rows("new"));
            client.sendQuery("SLOW");
            Conditions.await(() -> server.commands().contains("SLOW"));
            proxy.adopt(Map.of("pair1", new Server("pair1B", "127.0.0.1", promoted.port())));
            hold.countDown();

            assertThat(client.readAnswer().rows()).containsExactly("old");
            assertThat(client.query("READ").rows()).containsExactly("new");
        }
    }

    @Test
    void whoWaitsForTheOldPrimaryGetsTheNewOne() {
        CountDownLatch hold = new CountDownLatch(1);
        server.on("SLOW", reply -> {
            reply.waitFor(hold);
            reply.ok();
        });
        try (ScriptedServer promoted = new ScriptedServer();
                RawClient slow = RawClient.loggedIn(proxy);
                RawClient waiting = RawClient.loggedIn(proxy)) {
            promoted.on("READ", reply -> reply.rows("new"));
            slow.sendQuery("SLOW");
            Conditions.await(() -> server.commands().contains("SLOW"));
            waiting.sendQuery("READ");
            Conditions.await(() ->
                    proxy.server().pools().toCompletableFuture().join().stream().anyMatch(pool -> pool.waiting() == 1));
            proxy.adopt(Map.of("pair1", new Server("pair1B", "127.0.0.1", promoted.port())));

            assertThat(waiting.readAnswer().rows()).containsExactly("new");
            hold.countDown();
            assertThat(slow.readAnswer().errorCode()).isZero();
        }
    }

    @Test
    void aTransactionEndsOnTheOldPrimary() {
        server.on("WRITE", reply -> reply.ok(3));
        try (ScriptedServer promoted = new ScriptedServer();
                RawClient client = RawClient.loggedIn(proxy)) {
            client.query("BEGIN");
            client.query("WRITE a");
            proxy.adopt(Map.of("pair1", new Server("pair1B", "127.0.0.1", promoted.port())));
            client.query("WRITE b");
            client.query("COMMIT");
            client.query("READ");

            assertThat(server.commands()).endsWith("WRITE a", "WRITE b", "COMMIT");
            assertThat(promoted.commands()).endsWith("READ");
        }
    }

    @Test
    void aSlowReaderGetsEverything() {
        String row = "x".repeat(100_000);
        server.on("BIG", reply -> {
            reply.beginRows();
            for (int i = 0; i < 100; i++) {
                reply.row(row);
            }
            reply.endRows(2);
        });
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.sendQuery("BIG");
            Conditions.await(() -> server.commands().contains("BIG"));

            assertThat(client.readAnswer().rows()).hasSize(100).allMatch(row::equals);
        }
    }
}
