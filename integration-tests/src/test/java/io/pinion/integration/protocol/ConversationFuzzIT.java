package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.backend.PoolLimits;
import io.pinion.server.frontend.ClientLimits;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.FuzzRounds;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Mutations;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Clients and servers that say things almost right, to a running proxy: each is answered or hung up on in time, and the
 * next one, which does everything right, is served.
 */
@ExtendWith(LeakWatch.class)
class ConversationFuzzIT {
    private static final long SECONDS = 5;
    private static final ClientLimits LIMITS = new ClientLimits(1 << 20, 8_000, 2_000);
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

    /** A client's second packet of a login. */
    private static final byte[][] REPLIES = {
        new byte[20], new byte[32], {2}, {}, new byte[256], "app-password\0".getBytes(StandardCharsets.US_ASCII)
    };

    /** A server's second packet of a login: OK, a switch, more data, an error; the next packet but one ends it. */
    private static final byte[][] LOGIN_ANSWERS = {
        framed(new int[] {2}, HexFormat.of().parseHex("00000002000000")),
        framed(
                new int[] {2},
                "\376caching_sha2_password\0abcdefghijklmnopqrst\0".getBytes(StandardCharsets.ISO_8859_1)),
        framed(
                new int[] {2},
                "\376client_ed25519\0abcdefghijklmnopqrstabcdefghijkl".getBytes(StandardCharsets.ISO_8859_1)),
        framed(new int[] {2}, "\376nosuch\0".getBytes(StandardCharsets.ISO_8859_1)),
        framed(new int[] {2}, new byte[] {1, 4}),
        framed(new int[] {2, 3}, new byte[] {1, 3}, HexFormat.of().parseHex("00000002000000")),
        framed(new int[] {2}, "\377\25\4#28000Access denied".getBytes(StandardCharsets.ISO_8859_1)),
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
                .withoutRecords()
                .start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void clientsThatSayAlmostTheRightThing() {
        repeat("clients' commands", random -> {
            byte[] conversation = conversation(random);
            try (RawClient client = random.nextInt(3) == 0 ? new RawClient(proxy.port()) : RawClient.loggedIn(proxy)) {
                client.sendRaw(conversation);
                client.shutdownOutput();
                assertThat(client.isClosedByProxy())
                        .as(HexFormat.of().formatHex(conversation))
                        .isTrue();
            } catch (UncheckedIOException hungUp) {
                failIfLate(hungUp, conversation);
            }
        });
    }

    @Test
    void serversThatAnswerAlmostTheRightThing() {
        repeat("servers' answers", random -> {
            byte[] answer = Mutations.of(HexFormat.of().parseHex(random.nextBoolean() ? OK : ROWS), random);
            serversAnswer = answer;
            try (RawClient client = RawClient.loggedIn(proxy)) {
                client.query("FUZZ");
            } catch (UncheckedIOException brokenOff) {
                failIfLate(brokenOff, answer);
            } catch (RuntimeException unreadable) {
                // What the server said was relayed as far as it could be a server's answer.
                assertThat(unreadable.getMessage()).isNotNull();
            }
        });
    }

    /** The packet of a login, and what may follow it: a proof after a switch, the request for a key, a whole password. */
    @Test
    void clientsThatLogInAlmostRight() {
        repeat("clients' logins", random -> {
            byte[] login = login(random);
            byte[] packets = Mutations.of(login, random);
            try (RawClient client = new RawClient(proxy.port())) {
                client.readPacket();
                client.sendRaw(packets);
                client.shutdownOutput();
                assertThat(client.isClosedByProxy())
                        .as(HexFormat.of().formatHex(packets))
                        .isTrue();
            } catch (UncheckedIOException hungUp) {
                failIfLate(hungUp, packets);
            }
        });
    }

    @Test
    void serversThatLogInAlmostRight() {
        try (ScriptedServer wrong = new ScriptedServer();
                TestProxy other = TestProxy.inFrontOf(wrong)
                        .clientLimits(LIMITS)
                        .poolLimits(POOL)
                        .maxConnections(2)
                        .withoutRecords()
                        .start()) {
            repeat("servers' logins", random -> {
                byte[] greeting = ScriptedServer.usualGreeting();
                byte[] answer = LOGIN_ANSWERS[random.nextInt(LOGIN_ANSWERS.length)];
                boolean first = random.nextBoolean();
                wrong.logsInBy(
                        first ? Mutations.of(greeting, random) : greeting,
                        first ? answer : Mutations.of(answer, random));
                try (RawClient client = RawClient.loggedIn(other)) {
                    client.query("READ");
                } catch (UncheckedIOException brokenOff) {
                    failIfLate(brokenOff, answer);
                }
                // Whatever was said, the next connection is an honest one.
                wrong.hangUp();
                wrong.logsInBy(greeting, LOGIN_ANSWERS[0]);
                try (RawClient client = RawClient.loggedIn(other)) {
                    Conditions.await(() -> client.query("READ").errorCode() == 0);
                }
                wrong.hangUp();
                wrong.forgetCommands();
            });
        }
    }

    private static void repeat(String what, FuzzRounds.Round round) {
        FuzzRounds.repeat(what, SECONDS, random -> {
            round.run(random);
            server.forgetCommands();
            try (RawClient healthy = RawClient.loggedIn(proxy)) {
                // The server hangs up when it has answered, perhaps while the next statement is on its way to it.
                Conditions.await(() -> healthy.query("READ").errorCode() == 0);
            }
        });
    }

    private static void failIfLate(UncheckedIOException e, byte[] bytes) {
        if (e.getCause() instanceof SocketTimeoutException) {
            throw new AssertionError(
                    "neither answered nor hung up: " + HexFormat.of().formatHex(bytes), e);
        }
    }

    private static byte[] login(Random random) {
        String plugin = random.nextBoolean() ? "mysql_native_password" : "caching_sha2_password";
        int proof = random.nextBoolean() ? 20 : 32;
        byte[] arguments = ("\5\242\257\0" + "\0\0\0\1" + "\55" + "\0".repeat(23) + "app\0" + (char) proof
                        + "p".repeat(proof) + plugin + "\0" + "\5\1a\1b\0")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] reply = REPLIES[random.nextInt(REPLIES.length)];
        return framed(new int[] {1, 3, 5}, arguments, reply, reply);
    }

    private static byte[] framed(int[] sequences, byte[]... payloads) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < payloads.length; i++) {
            byte[] payload = payloads[i];
            out.writeBytes(new byte[] {(byte) payload.length, (byte) (payload.length >> 8), 0, (byte) sequences[i]});
            out.writeBytes(payload);
        }
        return out.toByteArray();
    }

    private static byte[] conversation(Random random) {
        byte[] all = {};
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            byte[] command = COMMANDS[random.nextInt(COMMANDS.length)].clone();
            byte[] sent = random.nextInt(3) == 0 ? command : Mutations.of(command, random);
            all = Arrays.copyOf(all, all.length + sent.length);
            System.arraycopy(sent, 0, all, all.length - sent.length, sent.length);
        }
        return all;
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
