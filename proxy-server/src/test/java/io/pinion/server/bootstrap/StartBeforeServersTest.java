package io.pinion.server.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.SettingsReader;
import io.pinion.config.settings.SettingsReader.SettingsReading;
import io.pinion.config.topology.Secrets;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.frame.WireWriter;
import io.pinion.protocol.server.Greeting;
import io.pinion.server.pairs.ServerVersion;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A proxy starts when no server is there yet: it must not greet anybody with a version that it has made up. */
@ExtendWith(LeakWatch.class)
class StartBeforeServersTest {
    private static final String VERSION = "5.5.5-10.11.19-MariaDB";

    private final Path directory;
    private final LateServer server = new LateServer();

    StartBeforeServersTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void itIsNotReadyUntilAServerTellsItsVersionAndThenGreetsWithIt() throws Exception {
        int page = freePort();
        CompletableFuture<RunningProxy> starting = start(settings("", page));
        Conditions.await(() -> readiness(page).contains("no server has told its version yet"));
        assertThat(starting).isNotDone();

        server.isThere = true;
        try (RunningProxy proxy = starting.join()) {
            assertThat(readiness(page)).doesNotContain("not ready");
            assertThat(greeting(proxy)).isEqualTo(VERSION + "-pinion");
        }
    }

    @Test
    void aVersionInTheSettingsIsEnough() throws Exception {
        Settings settings = settings(", server_version: 11.4.9-MariaDB", 0);

        try (RunningProxy proxy = start(settings).join()) {
            assertThat(greeting(proxy)).isEqualTo("11.4.9-MariaDB");
        }
    }

    private static CompletableFuture<RunningProxy> start(Settings settings) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return RunningProxy.start(settings, new Secrets(name -> "secret"), "1.0");
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                Thread::startVirtualThread);
    }

    private Settings settings(String listener, int page) throws IOException {
        Path topology = Files.writeString(directory.resolve("topology.json"), """
                {"cluster": "main", "servers": {"a": "127.0.0.1:%d"}, "pairs": {"p": {"primary": "a"}}, "home": "p",
                 "users": {}, "accounts": {"data": {"user": "pinion", "secret": "env:X"}}}
                """.formatted(server.port()));
        String yaml = """
                data_directory: %s
                listener: {address: 127.0.0.1, port: 0%s}
                http: {port: %d}
                topology: {file: %s}
                """.formatted(directory, listener, page, topology);
        return new SettingsReader().read(yaml) instanceof SettingsReading.Read(Settings settings)
                ? settings
                : Settings.DEFAULT;
    }

    private static String greeting(RunningProxy proxy) throws IOException {
        InetSocketAddress address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), proxy.address().getPort());
        try (Socket client = new Socket()) {
            client.connect(address);
            return ServerVersion.read(new DataInputStream(client.getInputStream()))
                    .orElseThrow()
                    .greeted();
        }
    }

    private static String readiness(int page) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + page + "/health/ready"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException notYet) {
            return "";
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** Hangs up as long as it isn't there, so that its port is its own all the time; then it greets, and hangs up. */
    private static final class LateServer implements AutoCloseable {
        private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private volatile boolean isThere;

        LateServer() throws IOException {
            Thread.startVirtualThread(this::greetAll);
        }

        int port() {
            return listening.getLocalPort();
        }

        private void greetAll() {
            while (!listening.isClosed()) {
                try (Socket client = listening.accept()) {
                    if (isThere) {
                        client.getOutputStream().write(packet());
                    }
                } catch (IOException gone) {
                    // The client's connection, or the test, has ended.
                }
            }
        }

        private static byte[] packet() {
            ByteBuf payload = Unpooled.buffer();
            new Greeting(
                            VERSION,
                            7,
                            new byte[20],
                            Capabilities.of(Capabilities.PROTOCOL_41, Capabilities.PLUGIN_AUTH),
                            45,
                            ServerStatus.of(2),
                            "mysql_native_password")
                    .encode(new WireWriter(payload));
            ByteBuf packet = Unpooled.buffer();
            PacketWriter.write(packet, 0, payload);
            byte[] bytes = new byte[packet.readableBytes()];
            packet.readBytes(bytes);
            return bytes;
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }
}
