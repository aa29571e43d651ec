package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.frontend.ClientLimits;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.RealServer;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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
@MethodSource("io.pinion.server.testing.RealServer#servers")
class ClientLimitsIT {
    private static final int COM_STMT_PREPARE = 0x16;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int COM_STMT_SEND_LONG_DATA = 0x18;
    private static final int COM_STMT_CLOSE = 0x19;
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
            int last = 0;
            for (int i = 0; i < STATEMENTS; i++) {
                last = prepare(client, "SELECT ?");
            }
            Answer refused = client.command(COM_STMT_PREPARE, "SELECT ?");
            assertThat(refused.errorCode()).isEqualTo(1461);
            assertThat(refused.error()).contains("limits.max_prepared_statements");

            client.sendPacket(0, command(COM_STMT_CLOSE, last));
            assertThat(prepare(client, "SELECT ?")).isGreaterThan(last);
        }
    }

    @Test
    void theTextsOfItsStatementsAreBoundedTogether() {
        String text = "SELECT ? /*" + " ".repeat(PACKET_BYTES / 2) + "*/";
        try (RawClient client = loggedIn(proxy)) {
            int first = prepare(client, text);
            assertThat(client.command(COM_STMT_PREPARE, text).error()).contains("limits.max_allowed_packet together");
            client.sendPacket(0, command(COM_STMT_CLOSE, first));
            prepare(client, text);
        }
    }

    @Test
    void longDataIsBoundedForAllStatementsOfASession() {
        byte[] piece = new byte[PACKET_BYTES / 4];
        Arrays.fill(piece, (byte) 'x');
        try (RawClient client = loggedIn(proxy)) {
            int flooded = prepare(client, "SELECT LENGTH(?)");
            int other = prepare(client, "SELECT LENGTH(?)");
            for (int i = 0; i < 100; i++) {
                client.sendPacket(0, longData(flooded, 0, piece));
            }
            Answer refused = execute(client, flooded, STRING_AB);
            assertThat(refused.errorCode()).isEqualTo(1105);
            assertThat(refused.error()).contains("mysql_send_long_data() is longer than 'max_allowed_packet' bytes");

            assertThat(execute(client, flooded, STRING_AB).errorCode()).isZero();
            client.sendPacket(0, longData(other, 0, piece));
            assertThat(execute(client, other, STRING_AB).errorCode()).isZero();
            assertThat(client.query("SELECT 'alive'").rows()).containsExactly("alive");
        }
    }

    /** As on both servers, the pieces are gone with the execution that they were for. */
    @Test
    void anExecutionThatCanNotBeReadTakesItsLongDataAlong() {
        try (RawClient client = loggedIn(proxy)) {
            int statement = prepare(client, "SELECT CAST(? AS CHAR) = 'ab', ?");
            client.sendPacket(0, longData(statement, 0, new byte[] {'x'}));
            assertThat(execute(client, statement, new byte[] {0, 1, (byte) 0xFD})
                            .errorCode())
                    .isEqualTo(1210);

            byte[] two = {0, 1, (byte) 0xFD, 0, (byte) 0xFD, 0, 2, 'a', 'b', 1, 'c'};
            byte[] row = row(client, statement, two);
            // A binary row: header, NULL bitmap, the truth as eight bytes.
            assertThat(row[2]).isEqualTo((byte) 1);
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
        try (TestProxy impatient = proxy(new ClientLimits(PACKET_BYTES, 5_000, 5_000, 5_000, 1_000, STATEMENTS));
                RawClient idle = loggedIn(impatient);
                RawClient running = loggedIn(impatient)) {
            running.sendQuery("SELECT SLEEP(1.5)");
            Answer answer = idle.readAnswer();

            assertThat(answer.errorCode()).isEqualTo(4031);
            assertThat(idle.lastSequence()).isZero();
            assertThat(idle.isClosedByProxy()).isTrue();
            assertThat(running.readAnswer().rows()).containsExactly("0");
        }
    }

    @Test
    void aSessionsOwnWaitTimeoutGoesBeforePinions() {
        try (TestProxy impatient = proxy(new ClientLimits(PACKET_BYTES, 5_000, 5_000, 5_000, 1_000, STATEMENTS));
                RawClient patient = loggedIn(impatient)) {
            assertThat(patient.query("SET wait_timeout = 3600").errorCode()).isZero();
            try (RawClient idle = loggedIn(impatient)) {
                assertThat(idle.readAnswer().errorCode()).isEqualTo(4031);
            }
            assertThat(patient.query("SELECT @@wait_timeout").rows()).containsExactly("3600");
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

    /** The statement's number. */
    private static int prepare(RawClient client, String sql) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[text.length + 1];
        payload[0] = COM_STMT_PREPARE;
        System.arraycopy(text, 0, payload, 1, text.length);
        client.sendPacket(0, payload);
        byte[] prepared = client.readPacket();
        assertThat(prepared[0]).isZero();
        int definitions = prepared[7] + 1 + prepared[5] + 1;
        for (int i = 0; i < definitions; i++) {
            client.readPacket();
        }
        return prepared[1];
    }

    private static Answer execute(RawClient client, int statement, byte[] values) {
        client.sendPacket(0, execution(statement, values));
        return client.readAnswer();
    }

    /** The one row of the answer. */
    private static byte[] row(RawClient client, int statement, byte[] values) {
        client.sendPacket(0, execution(statement, values));
        int columns = client.readPacket()[0];
        for (int i = 0; i < columns + 1; i++) {
            client.readPacket();
        }
        byte[] row = client.readPacket();
        client.readPacket();
        return row;
    }

    private static byte[] execution(int statement, byte[] values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(command(COM_STMT_EXECUTE, statement));
        out.writeBytes(new byte[] {0, 1, 0, 0, 0});
        out.writeBytes(values);
        return out.toByteArray();
    }

    private static byte[] longData(int statement, int parameter, byte[] piece) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(command(COM_STMT_SEND_LONG_DATA, statement));
        out.writeBytes(new byte[] {(byte) parameter, 0});
        out.writeBytes(piece);
        return out.toByteArray();
    }

    private static byte[] command(int code, int statement) {
        return new byte[] {(byte) code, (byte) statement, 0, 0, 0};
    }
}
