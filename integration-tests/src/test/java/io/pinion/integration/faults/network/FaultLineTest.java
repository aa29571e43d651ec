package io.pinion.integration.faults.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.faults.network.Tripwire.Side;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In front of a server that answers each word with the same. */
class FaultLineTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int WORD = 4;
    private static final int SHORT_MILLIS = 100;

    private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    private ServerSocket server;
    private FaultLine line;
    private Socket client;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
        line = new FaultLine(server.getLocalPort());
        client = connect();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        line.close();
        server.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket accepted = server.accept();
                Thread.ofVirtual().start(() -> echo(accepted));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void echo(Socket accepted) {
        try {
            byte[] word = accepted.getInputStream().readNBytes(WORD);
            while (word.length == WORD) {
                heard.add(new String(word, StandardCharsets.US_ASCII));
                accepted.getOutputStream().write(word);
                word = accepted.getInputStream().readNBytes(WORD);
            }
        } catch (IOException cut) {
            // As the test wants it.
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), line.port());
    }

    private static void say(Socket on, String word) throws IOException {
        on.getOutputStream().write(Tripwire.text(word));
    }

    private static String answer(Socket on, Duration timeout) throws IOException {
        on.setSoTimeout(Math.toIntExact(timeout.toMillis()));
        return new String(on.getInputStream().readNBytes(WORD), StandardCharsets.US_ASCII);
    }

    private void requireSilence() {
        assertThatThrownBy(() -> answer(client, Duration.ofMillis(SHORT_MILLIS)))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void whatIsSaidInSilenceComesWhenItIsOver() throws IOException {
        line.silence();
        say(client, "late");
        requireSilence();
        assertThat(heard).isEmpty();
        line.heal();
        assertThat(answer(client, TIMEOUT)).isEqualTo("late");
    }

    @Test
    void aBrokenLineResetsOldAndNewConnections() throws IOException {
        line.breakOff();
        assertThatThrownBy(() -> {
                    say(client, "word");
                    answer(client, TIMEOUT);
                    throw new IOException("its end");
                })
                .isInstanceOf(IOException.class);
        try (Socket other = connect()) {
            assertThatThrownBy(() -> {
                        say(other, "word");
                        assertThat(answer(other, TIMEOUT)).isEmpty();
                        throw new IOException("its end");
                    })
                    .isInstanceOf(IOException.class);
        }
        assertThat(heard).isEmpty();
        line.heal();
        try (Socket other = connect()) {
            say(other, "word");
            assertThat(answer(other, TIMEOUT)).isEqualTo("word");
        }
    }

    @Test
    void aSlowLineTakesItsTime() throws IOException {
        line.slowDown(Duration.ofMillis(SHORT_MILLIS));
        long begun = System.nanoTime();
        say(client, "slow");
        assertThat(answer(client, TIMEOUT)).isEqualTo("slow");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(2 * SHORT_MILLIS));
    }

    @Test
    void aWireStopsBeforeTheWordThatFollowsAnother() throws Exception {
        Tripwire wire = new Tripwire(Side.BEFORE, List.of(Tripwire.text("one."), Tripwire.text("two.")));
        line.stretch(wire);
        say(client, "two.");
        assertThat(answer(client, TIMEOUT)).isEqualTo("two.");
        say(client, "one.");
        assertThat(answer(client, TIMEOUT)).isEqualTo("one.");
        assertThat(wire.await(Duration.ZERO)).isFalse();

        say(client, "two.");

        assertThat(wire.await(TIMEOUT)).isTrue();
        requireSilence();
        assertThat(heard).containsExactly("two.", "one.");
        line.heal();
        assertThat(answer(client, TIMEOUT)).isEqualTo("two.");
    }

    @Test
    void aWireStopsBehindAWord() throws Exception {
        Tripwire wire = new Tripwire(Side.BEHIND, List.of(Tripwire.text("word")));
        line.stretch(wire);
        say(client, "word");
        assertThat(wire.await(TIMEOUT)).isTrue();
        requireSilence();
        assertThat(heard).containsExactly("word");
        line.cutWhatIsStopped();
        assertThatThrownBy(() -> {
                    answer(client, TIMEOUT);
                    throw new IOException("its end");
                })
                .isInstanceOf(IOException.class);
    }
}
