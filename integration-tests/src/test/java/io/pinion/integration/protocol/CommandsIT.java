package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that are small, or refused: the session goes on behind each. */
@ExtendWith(LeakWatch.class)
class CommandsIT {
    private static TestProxy proxy;

    @BeforeAll
    static void start() {
        proxy = RealCluster.shared().proxy().start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void aPingIsAnswered() {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.command(0x0E, "").errorCode()).isZero();
        }
    }

    @Test
    void aDatabaseIsChosenByItsCommand() {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.command(0x02, "pinterest").errorCode()).isZero();
            assertThat(client.query("SELECT DATABASE()").rows()).containsExactly("pinterest");
            assertThat(client.command(0x02, "nosuch").errorCode()).isEqualTo(1049);
            assertThat(client.query("SELECT DATABASE()").rows()).containsExactly("pinterest");
        }
    }

    /** mysqladmin prints it, and tools take it apart at its double blanks. */
    @Test
    void statisticsAreALineOfPairs() {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.sendPacket(0, new byte[] {0x09});

            assertThat(new String(client.readPacket(), StandardCharsets.US_ASCII))
                    .matches("Uptime: \\d+  Threads: \\d+  Questions: \\d+  Slow queries: \\d+.*");
            assertThat(client.query("SELECT 1").rows()).containsExactly("1");
        }
    }

    @Test
    void quittingClosesTheConnection() {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.sendPacket(0, new byte[] {0x01});
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    /** Measured on MySQL 9.7, which says so to each of them and goes on. */
    @ParameterizedTest
    @ValueSource(strings = {"0c01", "1701", "1b", "1a01", "1c01", "0474"})
    void aCommandThatIsTooShortIsToldAndTheSessionGoesOn(String hex) {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.sendPacket(0, HexFormat.of().parseHex(hex));
            assertThat(client.readAnswer().errorCode()).isEqualTo(1835);
            assertThat(client.query("SELECT 1").rows()).containsExactly("1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1801", "1901"})
    void whatHasNoAnswerHasNoneWhenItIsTooShort(String hex) {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.sendPacket(0, HexFormat.of().parseHex(hex));
            assertThat(client.query("SELECT 1").rows()).containsExactly("1");
        }
    }

    /** Of servers long gone, of replication, of the server's own threads, and those that nobody has. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x05, 0x06, 0x07, 0x08, 0x0A, 0x0B, 0x0D, 0x0F, 0x10, 0x12, 0x13, 0x14, 0x15, 0x1D, 0x1E, 0x20,
                0x21, 0x22, 0x80, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF
            })
    void everyOtherByteIsUnknown(int command) {
        try (RawClient client = RawClient.loggedIn(proxy)) {
            assertThat(client.command(command, "x").errorCode()).isEqualTo(1047);
            assertThat(client.query("SELECT 1").rows()).containsExactly("1");
        }
    }
}
