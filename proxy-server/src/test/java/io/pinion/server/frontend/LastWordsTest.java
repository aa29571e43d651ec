package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client hears that has nothing more to say, or has said too much. */
@ExtendWith(LeakWatch.class)
class LastWordsTest {
    private static final int PHYSICAL_BYTES = 0xFFFFFF;
    private static final int LIMIT_BYTES = 20 << 20;
    private static final int COM_QUERY = 3;

    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy = TestProxy.inFrontOf(server)
            .clientLimits(new ClientLimits(
                    LIMIT_BYTES, ClientLimits.DEFAULT.loginMillis(), ClientLimits.DEFAULT.unreadMillis()))
            .start();
    private final RawClient client = RawClient.loggedIn(proxy);

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        server.close();
    }

    @Test
    void everythingThatWasSentAheadIsDoneAndAnsweredWhenTheClientSendsNothingMore() {
        server.on("READ", reply -> reply.rows("one"));
        ByteArrayOutputStream commands = new ByteArrayOutputStream();
        for (String sql : new String[] {"READ", "WRITE a", "WRITE b", "READ"}) {
            commands.writeBytes(command(sql));
        }
        client.sendRaw(commands.toByteArray());
        client.shutdownOutput();

        assertThat(client.readAnswer().rows()).containsExactly("one");
        assertThat(client.readAnswer().errorCode()).isZero();
        assertThat(client.readAnswer().errorCode()).isZero();
        assertThat(client.readAnswer().rows()).containsExactly("one");
        assertThat(client.isClosedByProxy()).isTrue();
        assertThat(server.commands()).endsWith("READ", "WRITE a", "WRITE b", "READ");
    }

    @Test
    void halfACommandBehindThemIsNotDone() {
        client.sendRaw(command("WRITE a"));
        client.sendRaw(new byte[] {9, 0, 0, 0, COM_QUERY, 'W'});
        client.shutdownOutput();

        assertThat(client.readAnswer().errorCode()).isZero();
        assertThat(client.isClosedByProxy()).isTrue();
        assertThat(server.commands()).endsWith("WRITE a");
    }

    @Test
    void anIdleClientThatSendsNothingMoreIsLetGo() {
        client.shutdownOutput();

        assertThat(client.isClosedByProxy()).isTrue();
    }

    /** Drivers read when they have sent all of it, and then expect the answer numbered behind it. */
    @Test
    void aStatementThatIsFarTooLargeIsRefusedBehindItsLastPacket() {
        int lastBytes = 100;
        int physicalPackets = 5;
        for (int i = 0; i < physicalPackets; i++) {
            byte[] payload = new byte[i < physicalPackets - 1 ? PHYSICAL_BYTES : lastBytes];
            payload[0] = COM_QUERY;
            client.sendPacket(i, payload);
        }

        Answer answer = client.readAnswer();
        assertThat(answer.errorCode()).isEqualTo(1153);
        assertThat(client.lastSequence()).isEqualTo(physicalPackets);
        assertThat(client.isClosedByProxy()).isTrue();
    }

    private static byte[] command(String sql) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(new byte[] {(byte) (text.length + 1), 0, 0, 0, COM_QUERY});
        packet.writeBytes(text);
        return packet.toByteArray();
    }
}
