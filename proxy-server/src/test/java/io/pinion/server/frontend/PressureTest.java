package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that send more than they read, or read nothing: what they can make Pinion hold is bounded, and for how long. */
@ExtendWith(LeakWatch.class)
class PressureTest {
    private static final int SMALL_RECEIVE_BUFFER = 16 * 1024;
    private static final ClientLimits IMPATIENT = new ClientLimits(1024 * 1024, 500, 500);

    private final ScriptedServer server = new ScriptedServer();
    private TestProxy proxy = TestProxy.inFrontOf(server).start();

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void noCommandBeginsWhileItsClientReadsNoAnswers() {
        int commands = 1_000;
        String row = "x".repeat(100_000);
        server.on("READ", reply -> reply.rows(row));
        try (RawClient client = slowReader()) {
            for (int i = 0; i < commands; i++) {
                client.sendQuery("READ");
            }
            // One answer after the other is read as long as they come: those are what was begun, and the kernel's
            // share.
            Conditions.await(() -> server.commands().contains("READ"));
            int begun = Conditions.settled(() -> server.commands().size());

            assertThat(begun).isLessThan(commands / 2);
            for (int i = 0; i < commands; i++) {
                assertThat(client.readAnswer().rows()).hasSize(1);
            }
        }
    }

    @Test
    void whatIsSentAheadIsBoundedHoweverManyCommandsRun() {
        int commandBytes = 1_000;
        int total = 64 * 1024 * 1024;
        int run = 1_000;
        Semaphore allowed = new Semaphore(run);
        server.on("WRITE", reply -> {
            allowed.acquireUninterruptibly();
            reply.ok();
        });
        byte[] command = new byte[4 + commandBytes];
        Arrays.fill(command, (byte) ' ');
        byte[] start = {(byte) commandBytes, (byte) (commandBytes >> 8), 0, 0, 3, 'W', 'R', 'I', 'T', 'E'};
        System.arraycopy(start, 0, command, 0, start.length);
        AtomicInteger sent = new AtomicInteger();
        try (RawClient client = RawClient.loggedIn(proxy)) {
            Thread sender = Thread.ofVirtual().start(() -> {
                try {
                    while (sent.get() < total) {
                        client.sendRaw(command);
                        sent.addAndGet(command.length);
                    }
                } catch (UncheckedIOException e) {
                    // The test has seen enough and closes the client.
                }
            });
            Conditions.await(() -> allowed.availablePermits() == 0 && allowed.hasQueuedThreads());
            int accepted = Conditions.settled(sent::get);

            assertThat(accepted).isLessThan(total);
            assertThat(sender.isAlive()).isTrue();
        }
        allowed.release(total);
    }

    @Test
    void aClientThatReadsNothingLosesItsServersConnection() {
        restart(IMPATIENT);
        String row = "x".repeat(100_000);
        server.on("READ", reply -> {
            reply.beginRows();
            for (int i = 0; i < 1_000; i++) {
                reply.row(row);
            }
            reply.endRows(2);
        });
        try (RawClient client = slowReader()) {
            client.sendQuery("READ");
            Conditions.await(() -> server.commands().contains("READ"));
            Conditions.await(() -> proxy.server().sessions().size() == 0);

            assertThat(client.isClosedByProxy()).isTrue();
        }
        Conditions.await(
                () -> proxy.server().pools().toCompletableFuture().join().isEmpty());
    }

    @Test
    void aLoginEndsInTimeThoughTheServerOfItsDatabaseIsSilent() {
        restart(IMPATIENT);
        CountDownLatch hold = new CountDownLatch(1);
        server.on("USE", reply -> reply.waitFor(hold));
        try (RawClient client = new RawClient(proxy.port())) {
            Answer answer = client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "home");

            assertThat(answer.errorCode()).isEqualTo(1159);
            assertThat(answer.error()).contains("the server of the database");
            assertThat(client.isClosedByProxy()).isTrue();
        }
        hold.countDown();
        Conditions.await(
                () -> proxy.server().pools().toCompletableFuture().join().isEmpty());
    }

    @Test
    void beforeItsLoginAClientMaySendLittle() {
        try (RawClient client = new RawClient(proxy.port())) {
            client.readPacket();
            client.sendRaw(new byte[] {0, 0, 2, 1, 0});

            assertThat(client.readAnswer().errorCode()).isEqualTo(1153);
            assertThat(client.isClosedByProxy()).isTrue();
        }
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.query("READ " + "x".repeat(200_000)).errorCode()).isZero();
        }
    }

    private void restart(ClientLimits limits) {
        proxy.close();
        proxy = TestProxy.inFrontOf(server).clientLimits(limits).start();
    }

    private RawClient slowReader() {
        RawClient client = new RawClient(proxy.port(), SMALL_RECEIVE_BUFFER);
        client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "");
        return client;
    }
}
