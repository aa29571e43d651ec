package io.pinion.server.backend.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.pinion.config.topology.Server;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.backend.Connector;
import io.pinion.server.backend.Login;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.eventloop.EventLoops;
import io.pinion.server.eventloop.EventLoops.Transport;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However an opening fails, and however many fail at a time, each of them ends once. */
@ExtendWith(LeakWatch.class)
class FailedOpeningTest {
    private static final int OPENINGS = 300;
    private static final Login LOGIN = new Login("data", "pinion", "secret", new CapabilityFlavour(0));

    /** What the other side does with a new connection. */
    private enum Peer {
        ISNT_THERE {
            @Override
            void meet(Socket socket) {}
        },
        RESETS_AT_ONCE {
            @Override
            void meet(Socket socket) throws IOException {
                reset(socket);
            }
        },
        HANGS_UP {
            @Override
            void meet(Socket socket) throws IOException {
                socket.close();
            }
        },
        RESETS_WITHIN_THE_GREETING {
            @Override
            void meet(Socket socket) throws IOException {
                socket.getOutputStream().write(Arrays.copyOf(ScriptedServer.usualGreeting(), 20));
                reset(socket);
            }
        },
        RESETS_BEHIND_THE_GREETING {
            @Override
            void meet(Socket socket) throws IOException {
                socket.getOutputStream().write(ScriptedServer.usualGreeting());
                reset(socket);
            }
        },
        BREAKS_THE_PROTOCOL_AND_HANGS_UP {
            @Override
            void meet(Socket socket) throws IOException {
                socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                socket.close();
            }
        };

        abstract void meet(Socket socket) throws IOException;

        private static void reset(Socket socket) throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    static Stream<Transport> transports() {
        return Stream.of(Transport.values()).filter(t -> t != Transport.IO_URING || IoUring.isAvailable());
    }

    @ParameterizedTest
    @MethodSource("transports")
    void endsOnce(Transport transport) throws Exception {
        for (Peer peer : Peer.values()) {
            try (ServerSocket listening = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
                    EventLoops loops = new EventLoops(transport, 2)) {
                Thread.ofVirtual().start(() -> accept(listening, peer));
                List<CountingOutcome> outcomes = openMany(
                        loops,
                        loops.connectedChannel(),
                        peer == Peer.ISNT_THERE ? unusedPort() : listening.getLocalPort());

                for (CountingOutcome outcome : outcomes) {
                    Conditions.await("an end", Duration.ofSeconds(20), () -> outcome.ends.get() > 0);
                }
                settle(loops);
                assertThat(outcomes).as("%s, %s", transport, peer).allMatch(outcome -> outcome.ends.get() == 1);
            }
        }
    }

    /** A channel whose failed connect is told twice: to its handlers, and by the future of the connect. */
    public static final class TellsTwice extends NioSocketChannel {
        @Override
        protected boolean doConnect(SocketAddress remote, SocketAddress local) throws Exception {
            pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));
            throw new IOException("Connection reset by peer");
        }
    }

    /** A process without free file descriptors: there is no channel, and its future belongs to no event loop. */
    public static final class HasNoSocket extends NioSocketChannel {
        public HasNoSocket() throws IOException {
            throw new IOException("Too many open files");
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {TellsTwice.class, HasNoSocket.class})
    void endsOnceOnItsLoopWhateverNettyReports(Class<? extends SocketChannel> channel) throws Exception {
        try (EventLoops loops = new EventLoops(Transport.NIO, 1)) {
            List<CountingOutcome> outcomes = openMany(loops, channel, 3306);

            for (CountingOutcome outcome : outcomes) {
                Conditions.await("an end", Duration.ofSeconds(20), () -> outcome.ends.get() > 0);
            }
            settle(loops);
            assertThat(outcomes).allMatch(outcome -> outcome.ends.get() == 1 && !outcome.offLoop);
        }
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return closed.getLocalPort();
        }
    }

    private static void accept(ServerSocket listening, Peer peer) {
        while (!listening.isClosed()) {
            try {
                peer.meet(listening.accept());
            } catch (IOException e) {
                // The other side may be gone already.
            }
        }
    }

    private static List<CountingOutcome> openMany(EventLoops loops, Class<? extends SocketChannel> channel, int port) {
        List<CountingOutcome> outcomes = new ArrayList<>();
        for (EventLoop loop : loops.loops()) {
            BackendConnector connector = new BackendConnector(loop, channel, PoolLimits.DEFAULT, () -> BackendTls.OFF);
            for (int i = 0; i < OPENINGS; i++) {
                CountingOutcome outcome = new CountingOutcome(loop);
                outcomes.add(outcome);
                loop.execute(() -> connector.open(new Server("MySQL001A", "127.0.0.1", port), LOGIN, outcome));
            }
        }
        return outcomes;
    }

    /** Whatever is queued on the loops has run. */
    private static void settle(EventLoops loops) throws Exception {
        for (int i = 0; i < 5; i++) {
            for (EventLoop loop : loops.loops()) {
                CompletableFuture.runAsync(() -> {}, loop).get();
            }
        }
    }

    private static final class CountingOutcome implements Connector.Outcome {
        final AtomicInteger ends = new AtomicInteger();
        final EventLoop loop;
        volatile boolean offLoop;

        CountingOutcome(EventLoop loop) {
            this.loop = loop;
        }

        @Override
        public void opened(BackendConnection connection) {
            end();
        }

        @Override
        public void failed(ServerError error) {
            end();
        }

        private void end() {
            offLoop |= !loop.inEventLoop();
            ends.incrementAndGet();
        }
    }
}
