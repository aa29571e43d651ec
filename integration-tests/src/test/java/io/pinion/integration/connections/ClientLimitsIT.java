package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RawStatement;
import io.pinion.integration.testing.RealCluster;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.frontend.ClientLimits;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.TestProxy;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client may make Pinion hold, and for how long: each has a limit with an error of its own. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class ClientLimitsIT {
    private static final int COM_STMT_PREPARE = 0x16;
    private static final int PACKET_BYTES = 64 * 1024;
    private static final int STATEMENTS = 5;
    private static final ClientLimits LIMITS = new ClientLimits(PACKET_BYTES, 5_000, 5_000, 5_000, 60_000, STATEMENTS);

    /** Behind number, flags and iteration count: no NULL, a string of two letters. */
    private static final byte[] STRING_AB = {0, 1, (byte) 0xFD, 0, 2, 'a', 'b'};

    private final RealServer server;
    private TestProxy proxy;

    ClientLimitsIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() {
        proxy = proxy(LIMITS);
    }

    @AfterEach
    void stop() {
        proxy.close();
    }

    @Test
    void aSessionPreparesSoManyStatementsAndNoMore() {
        try (RawClient client = loggedIn(proxy)) {
            RawStatement last = RawStatement.prepare(client, "SELECT ?");
            for (int i = 1; i < STATEMENTS; i++) {
                last = RawStatement.prepare(client, "SELECT ?");
            }
            Answer refused = client.command(COM_STMT_PREPARE, "SELECT ?");
            assertThat(refused.errorCode()).isEqualTo(1461);
            assertThat(refused.error()).contains("limits.max_prepared_statements");

            last.close();
            assertThat(RawStatement.prepare(client, "SELECT ?").id()).isGreaterThan(last.id());
        }
    }

    @Test
    void theTextsOfItsStatementsAreBoundedTogether() {
        String text = "SELECT ? /*" + " ".repeat(PACKET_BYTES / 2) + "*/";
        try (RawClient client = loggedIn(proxy)) {
            RawStatement first = RawStatement.prepare(client, text);
            assertThat(client.command(COM_STMT_PREPARE, text).error()).contains("limits.max_allowed_packet together");
            first.close();
            RawStatement.prepare(client, text);
        }
    }

    @Test
    void theTextsThatItPreparesByNameAreBoundedTogether() {
        String text = " FROM 'SELECT ? /*" + " ".repeat(PACKET_BYTES / 2) + "*/'";
        try (TestProxy sharded =
                        RealCluster.shared().proxy().clientLimits(LIMITS).start();
                RawClient client = loggedIn(sharded)) {
            assertThat(client.query("USE pinterest").errorCode()).isZero();
            assertThat(client.query("PREPARE one" + text).errorCode()).isZero();
            assertThat(client.query("PREPARE one" + text).errorCode()).isZero();
            assertThat(client.query("PREPARE two" + text).error()).contains("limits.max_allowed_packet together");
            client.query("DEALLOCATE PREPARE one");
            assertThat(client.query("PREPARE two" + text).errorCode()).isZero();
        }
    }

    @Test
    void longDataIsBoundedForAllStatementsOfASession() {
        byte[] piece = new byte[PACKET_BYTES / 4];
        Arrays.fill(piece, (byte) 'x');
        try (RawClient client = loggedIn(proxy)) {
            RawStatement flooded = RawStatement.prepare(client, "SELECT LENGTH(?)");
            RawStatement other = RawStatement.prepare(client, "SELECT LENGTH(?)");
            for (int i = 0; i < 100; i++) {
                flooded.sendLongData(0, piece);
            }
            Answer refused = flooded.execute(STRING_AB);
            assertThat(refused.errorCode()).isEqualTo(1105);
            assertThat(refused.error()).contains("mysql_send_long_data() is longer than 'max_allowed_packet' bytes");

            assertThat(flooded.execute(STRING_AB).errorCode()).isZero();
            other.sendLongData(0, piece);
            assertThat(other.execute(STRING_AB).errorCode()).isZero();
            assertThat(client.query("SELECT 'alive'").rows()).containsExactly("alive");
        }
    }

    /** As on both servers, the pieces are gone with the execution that they were for. */
    @Test
    void anExecutionThatCanNotBeReadTakesItsLongDataAlong() {
        try (RawClient client = loggedIn(proxy)) {
            RawStatement statement = RawStatement.prepare(client, "SELECT CAST(? AS CHAR) = 'ab', ?");
            statement.sendLongData(0, new byte[] {'x'});
            assertThat(statement.execute((byte) 0, (byte) 1, (byte) 0xFD).errorCode())
                    .isEqualTo(1210);

            byte[] two = {0, 1, (byte) 0xFD, 0, (byte) 0xFD, 0, 2, 'a', 'b', 1, 'c'};
            client.sendPacket(0, statement.execution(two));
            // A count, two definitions and their end; then a binary row: header, NULL bitmap, the truth.
            for (int i = 0; i < 4; i++) {
                client.readPacket();
            }
            assertThat(client.readPacket()[2]).isEqualTo((byte) 1);
        }
    }

    @Test
    void aCommandThatIsBegunAndNotGoneOnWithIsGivenUp() {
        try (TestProxy impatient = proxy(new ClientLimits(PACKET_BYTES, 5_000, 5_000, 300, 60_000, STATEMENTS));
                RawClient slow = loggedIn(impatient);
                RawClient idle = loggedIn(impatient)) {
            slow.sendRaw(new byte[] {20, 0, 0, 0, 3, 'S'});
            Answer answer = slow.readAnswer();

            assertThat(answer.errorCode()).isEqualTo(1159);
            assertThat(answer.error()).contains("limits.read_timeout (300 ms)");
            assertThat(slow.isClosedByProxy()).isTrue();
            assertThat(idle.query("SELECT 'alive'").rows()).containsExactly("alive");
        }
    }

    @Test
    void aLoginThatIsNotGoneOnWithIsTold() {
        try (TestProxy impatient = proxy(new ClientLimits(PACKET_BYTES, 300, 5_000, 5_000, 60_000, STATEMENTS));
                RawClient client = new RawClient(impatient.port())) {
            client.readPacket();
            client.sendRaw(new byte[] {100, 0, 0, 1, 5});
            Answer answer = client.readAnswer();

            assertThat(answer.errorCode()).isEqualTo(1159);
            assertThat(answer.error()).contains("listener.login_timeout (300 ms)");
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @Test
    void whoSendsNothingForTooLongIsLetGo() {
        try (TestProxy impatient = proxy(new ClientLimits(PACKET_BYTES, 5_000, 5_000, 5_000, 4_000, STATEMENTS));
                RawClient idle = loggedIn(impatient);
                RawClient running = loggedIn(impatient)) {
            running.sendQuery("SELECT SLEEP(6)");
            Answer answer = idle.readAnswer();

            assertThat(answer.errorCode()).isEqualTo(4031);
            assertThat(idle.lastSequence()).isZero();
            assertThat(idle.isClosedByProxy()).isTrue();
            assertThat(running.readAnswer().rows()).containsExactly("0");
        }
    }

    @Test
    void aSessionsOwnWaitTimeoutGoesBeforePinions() {
        try (TestProxy impatient = proxy(new ClientLimits(PACKET_BYTES, 5_000, 5_000, 5_000, 4_000, STATEMENTS));
                RawClient patient = loggedIn(impatient)) {
            assertThat(patient.query("SET wait_timeout = 3600").errorCode()).isZero();
            try (RawClient idle = loggedIn(impatient)) {
                assertThat(idle.readAnswer().errorCode()).isEqualTo(4031);
            }
            assertThat(patient.query("SELECT @@wait_timeout").rows()).containsExactly("3600");
        }
    }

    @Test
    void aSessionsOwnWaitTimeoutBeginsWhenItIsSet() {
        try (TestProxy patient = proxy(new ClientLimits(PACKET_BYTES, 5_000, 5_000, 5_000, 3_600_000, STATEMENTS));
                RawClient idle = loggedIn(patient)) {
            assertThat(idle.query("SET wait_timeout = 1").errorCode()).isZero();
            long before = System.nanoTime();

            assertThat(idle.readAnswer().errorCode()).isEqualTo(4031);
            // It looks every 15 seconds at those whose limit is far.
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
        }
    }

    private TestProxy proxy(ClientLimits limits) {
        return server.proxy().clientLimits(limits).start();
    }

    private static RawClient loggedIn(TestProxy to) {
        RawClient client = new RawClient(to.port());
        assertThat(client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, RealServer.KEYSPACE)
                        .errorCode())
                .isZero();
        return client;
    }
}
