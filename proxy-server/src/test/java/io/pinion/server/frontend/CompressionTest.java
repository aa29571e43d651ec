package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real clients don't do with compression. */
@ExtendWith(LeakWatch.class)
class CompressionTest {
    /** A compressed packet of number 0 that stores a COM_PING. */
    private static final String PING = "050000" + "00" + "000000" + "01000000" + "0e";

    /** One of number 1 that stores an OK. */
    private static final String PONG = "0b0000" + "01" + "000000" + "07000001" + "00000002000000";

    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy = TestProxy.inFrontOf(server)
            .clientLimits(new ClientLimits(1 << 16, 5_000, ClientLimits.DEFAULT.unreadMillis()))
            .start();
    private final RawClient client = new RawClient(proxy.port());

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        server.close();
    }

    @Test
    void eachCommandSentAheadHasItsAnswerNumberedFromTheBeginning() {
        login();
        client.sendRaw(bytes(PING + PING + PING));
        assertThat(HexFormat.of().formatHex(client.readRaw(3 * PONG.length() / 2)))
                .isEqualTo(PONG + PONG + PONG);
    }

    @Test
    void aCommandInPiecesIsAnsweredBehindTheLastOfThem() {
        login();
        client.sendRaw(bytes("020000" + "00" + "000000" + "0100"));
        client.sendRaw(bytes("030000" + "01" + "000000" + "00000e"));
        assertThat(HexFormat.of().formatHex(client.readRaw(4))).isEqualTo("0b0000" + "02");
    }

    @ParameterizedTest
    @CsvSource({"0a000000ffffff, 1153", "05000000640000010203" + "0405, 1157", "0100000500000000, 1156"})
    void whatCannotBeUnpackedIsToldAndEndsTheConnection(String packet, int error) {
        login();
        client.sendRaw(bytes(packet));
        // The error is too short for zlib to make it shorter, so that it stands behind the header as it is.
        client.readRaw(7);
        assertThat(client.readAnswer().errorCode()).isEqualTo(error);
        assertThat(client.isClosedByProxy()).isTrue();
    }

    private void login() {
        int flags = RawClient.CLASSIC | (int) Capabilities.COMPRESS;
        assertThat(client.login(TestProxy.USER, TestProxy.PASSWORD, flags, "").errorCode())
                .isZero();
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
