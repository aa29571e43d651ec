package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.server.eventloop.EventLoops.Transport;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakWatch.class)
class UnixSocketTest {
    private final ScriptedServer server = new ScriptedServer();
    private final Path file;

    UnixSocketTest(@TempDir Path directory) {
        file = directory.resolve("pinion.sock");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "nio"})
    void aClientOfThisMachineConnectsByTheFile(String transport) {
        try (TestProxy proxy = proxy().transport(Transport.of(transport)).start();
                RawClient client = RawClient.onSocketFile(file)) {
            assertThat(client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "")
                            .errorCode())
                    .isZero();
            assertThat(client.query("READ").errorCode()).isZero();
            assertThat(proxy.server()
                            .sessions()
                            .snapshots()
                            .toCompletableFuture()
                            .join())
                    .singleElement()
                    .satisfies(session -> assertThat(session.client()).isEqualTo("localhost"));
        }
    }

    @Test
    void theFileHasItsModeAndGoesWithTheProxy() throws Exception {
        try (TestProxy proxy = proxy().start()) {
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-rw----"));
            assertThat(proxy.port()).isPositive();
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void aFileLeftByAProcessThatIsGoneIsReplaced() throws Exception {
        try (ServerSocketChannel gone = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            gone.bind(UnixDomainSocketAddress.of(file));
        }
        assertThat(file).exists();
        try (TestProxy proxy = proxy().start();
                RawClient client = RawClient.onSocketFile(file)) {
            assertThat(client.readPacket()).startsWith(10);
            assertThat(proxy.port()).isPositive();
        }
    }

    @Test
    void theFileOfAProcessThatListensIsLeftAlone() throws Exception {
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(file));
            assertThatThrownBy(() -> proxy().start())
                    .hasMessageContaining(file + " can't be opened: another process listens there");
        }
    }

    @Test
    void aFileThatIsNoSocketIsLeftAlone() throws Exception {
        Files.writeString(file, "precious");
        assertThatThrownBy(() -> proxy().start())
                .hasMessageContaining("there is a file of that name that is no socket");
        assertThat(file).hasContent("precious");
    }

    private TestProxy.Builder proxy() {
        return TestProxy.inFrontOf(server)
                .socketFile(new SocketFile(file, PosixFilePermissions.fromString("rw-rw----")));
    }
}
