package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.backend.PoolLimits;
import io.pinion.server.frontend.ClientLimits;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Clients and servers that say things almost right, to a running proxy: each is answered or hung up on in time, and the
 * next one, which does everything right, is served. {@code -Dpinion.fuzz.seconds} says how long (by hand: 300 each).
 */
@ExtendWith(LeakWatch.class)
class ConversationFuzzIT {
    private static final long SECONDS = Long.getLong("pinion.fuzz.seconds", 15);
    private static final ClientLimits LIMITS = new ClientLimits(1 << 20, 2_000, 2_000);
    private static final PoolLimits POOL = new PoolLimits(2_000, 100, 60_000, 2_000, 16, 0);

    /** OK, and a result of one row; classic. */
    private static final String OK = "0700000100000002000000";

    private static final String ROWS = "0100000101" + "1700000203646566000000016300" + "0c3f000100000003800000000000"
            + "05000003fe00000200" + "020000040131" + "05000005fe00000200";

    private static final byte[][] COMMANDS = {
        command(0x03, "READ"),
        command(0x02, "legacy"),
        command(0x0E, ""),
        command(0x16, "SELECT ?, ?"),
        command(0x17, "\1\0\0\0\0\1\0\0\0\0\1\3\0\3\0\1\0\0\0\2\0\0\0"),
        command(0x18, "\1\0\0\0\0\0data"),
        command(0x19, "\1\0\0\0"),
        command(0x1A, "\1\0\0\0"),
        command(0x1C, "\1\0\0\0\5\0\0\0"),
        command(0x1B, "\0\0"),
        command(0x1F, ""),
        command(0x11, "app\0\24aaaaaaaaaaaaaaaaaaaalegacy\0\55\0mysql_native_password\0"),
        command(0x04, "t\0%"),
        command(0x0C, "\7\0\0\0"),
        command(0x03, "BEGIN; READ; COMMIT"),
        command(0x03, "LOCAL"),
        command(0x09, ""),
    };

    /** Replaced as a whole, never changed. */
    private static volatile byte[] serversAnswer = {};

    private static ScriptedServer server;
    private static TestProxy proxy;

    @BeforeAll
    static void start() {
        server = new ScriptedServer();
        server.on("FUZZ", reply -> {
            reply.raw(serversAnswer);
            reply.hangUp();
        });
        proxy = TestProxy.inFrontOf(server)
                .clientLimits(LIMITS)
                .poolLimits(POOL)
                .start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void clientsThatSayAlmostTheRightThing() {
        repeat((random, seed) -> {
            byte[] conversation = conversation(random);
            try (RawClient client = random.nextInt(3) == 0 ? new RawClient(proxy.port()) : RawClient.loggedIn(proxy)) {
                client.sendRaw(conversation);
                client.shutdownOutput();
                assertThat(client.isClosedByProxy())
                        .as("seed %d: %s", seed, HexFormat.of().formatHex(conversation))
                        .isTrue();
            } catch (UncheckedIOException hungUp) {
                failIfLate(hungUp, seed, conversation);
            }
        });
    }

    @Test
    void serversThatAnswerAlmostTheRightThing() {
        repeat((random, seed) -> {
            byte[] answer = mutated(HexFormat.of().parseHex(random.nextBoolean() ? OK : ROWS), random);
            serversAnswer = answer;
            try (RawClient client = RawClient.loggedIn(proxy)) {
                client.query("FUZZ");
            } catch (UncheckedIOException brokenOff) {
                failIfLate(brokenOff, seed, answer);
            } catch (RuntimeException unreadable) {
                // What the server said was relayed as far as it could be a server's answer.
                assertThat(unreadable.getMessage()).isNotNull();
            }
        });
    }

    private interface Round {
        void run(Random random, long seed);
    }

    private static void repeat(Round round) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        Random seeds = new Random();
        while (System.nanoTime() < end) {
            long seed = seeds.nextLong();
            round.run(new Random(seed), seed);
            try (RawClient healthy = RawClient.loggedIn(proxy)) {
                // The server hangs up when it has answered, perhaps while the next statement is on its way to it.
                Conditions.await(() -> healthy.query("READ").errorCode() == 0);
            }
        }
    }

    private static void failIfLate(UncheckedIOException e, long seed, byte[] bytes) {
        if (e.getCause() instanceof SocketTimeoutException) {
            throw new AssertionError(
                    "neither answered nor hung up: seed " + seed + ", "
                            + HexFormat.of().formatHex(bytes),
                    e);
        }
    }

    private static byte[] conversation(Random random) {
        byte[] all = {};
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            byte[] command = COMMANDS[random.nextInt(COMMANDS.length)].clone();
            byte[] sent = random.nextInt(3) == 0 ? command : mutated(command, random);
            all = Arrays.copyOf(all, all.length + sent.length);
            System.arraycopy(sent, 0, all, all.length - sent.length, sent.length);
        }
        return all;
    }

    private static byte[] mutated(byte[] original, Random random) {
        byte[] bytes = original.clone();
        for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                default -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(10));
            }
        }
        return bytes;
    }

    private static byte[] command(int code, String arguments) {
        byte[] text = arguments.getBytes(StandardCharsets.ISO_8859_1);
        byte[] packet = new byte[5 + text.length];
        packet[0] = (byte) (text.length + 1);
        packet[4] = (byte) code;
        System.arraycopy(text, 0, packet, 5, text.length);
        return packet;
    }
}
