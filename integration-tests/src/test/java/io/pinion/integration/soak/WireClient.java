package io.pinion.integration.soak;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.function.Consumer;

/** One connection of the crowd: it logs in, then does what its {@link Behaviour} says. Used by the crowd's thread only. */
final class WireClient {
    private static final int HEADER_LENGTH = 4;
    private static final int SCRAMBLE_LENGTH = 20;
    private static final int AUTH_SWITCH = 0xFE;
    private static final int ERROR = 0xFF;
    private static final byte COM_QUIT = 1;
    private static final byte COM_QUERY = 3;
    private static final byte UTF8MB4_GENERAL_CI = 45;
    private static final String PLUGIN = "mysql_native_password";

    // LONG_PASSWORD, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, MULTI_RESULTS, PLUGIN_AUTH
    private static final int CAPABILITIES = 1 | (1 << 3) | (1 << 9) | (1 << 13) | (1 << 15) | (1 << 17) | (1 << 19);
    private static final int DEPRECATE_EOF = 1 << 24;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Login login;
    private final Behaviour behaviour;

    private byte[] partial = new byte[0];
    private int partialLength;
    private Consumer<PacketBytes> expecting = this::onGreeting;
    private int sequence;
    private String asked = "";
    private long askedNanos;
    private Fate fate = Fate.RUNNING;

    /** Whether the crowd still owns a live client here. */
    enum Fate {
        RUNNING,
        LEFT,
        STAYING
    }

    /** @param classicEnd whether rows end with an EOF packet: half of the crowd is of each kind, as in the world */
    record Login(String user, String password, String database, boolean classicEnd) {}

    WireClient(SocketChannel channel, SelectionKey key, Login login, Behaviour behaviour) {
        this.channel = channel;
        this.key = key;
        this.login = login;
        this.behaviour = behaviour;
        this.askedNanos = System.nanoTime();
        this.asked = "(login)";
    }

    Fate fate() {
        return fate;
    }

    /** What it waits for, or nothing for one that stays silent. */
    String waitingFor() {
        return fate == Fate.RUNNING ? asked : "";
    }

    long waitingSinceNanos() {
        return askedNanos;
    }

    /** Wakes a silent client: it asks its behaviour again. */
    void wake() throws IOException {
        if (fate == Fate.STAYING) {
            fate = Fate.RUNNING;
            advance();
        }
    }

    /** @param received bytes to read; the caller keeps the buffer */
    void onBytes(ByteBuffer received) throws IOException {
        append(received);
        int position = 0;
        while (fate != Fate.LEFT && partialLength - position >= HEADER_LENGTH) {
            int length = (partial[position] & 0xFF)
                    | ((partial[position + 1] & 0xFF) << 8)
                    | ((partial[position + 2] & 0xFF) << 16);
            if (partialLength - position < HEADER_LENGTH + length) {
                break;
            }
            sequence = (partial[position + 3] & 0xFF) + 1;
            int start = position + HEADER_LENGTH;
            position = start + length;
            expecting.accept(new PacketBytes(Arrays.copyOfRange(partial, start, position)));
        }
        // Silent clients hold no buffer: the test's own memory must stay flat too.
        partial = position == partialLength ? new byte[0] : Arrays.copyOfRange(partial, position, partialLength);
        partialLength = partial.length;
    }

    void close() throws IOException {
        fate = Fate.LEFT;
        key.cancel();
        channel.close();
    }

    private void append(ByteBuffer received) {
        int needed = partialLength + received.remaining();
        if (needed > partial.length) {
            partial = Arrays.copyOf(partial, Math.max(needed, 2 * partial.length));
        }
        received.get(partial, partialLength, needed - partialLength);
        partialLength = needed;
    }

    private void onGreeting(PacketBytes packet) {
        if (packet.first() == ERROR) {
            throw new AssertionError("refused at connect: " + packet.error());
        }
        packet.skip(1);
        packet.zeroTerminated();
        packet.skip(4);
        byte[] scramble = Arrays.copyOf(packet.take(8), SCRAMBLE_LENGTH);
        packet.skip(1 + 2 + 1 + 2 + 2 + 1 + 10);
        System.arraycopy(packet.take(12), 0, scramble, 8, 12);

        int capabilities = login.classicEnd() ? CAPABILITIES : CAPABILITIES | DEPRECATE_EOF;
        ByteBuffer response = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        response.putInt(capabilities).putInt(1 << 24).put(UTF8MB4_GENERAL_CI).put(new byte[23]);
        putZeroTerminated(response, login.user());
        response.put((byte) SCRAMBLE_LENGTH).put(proof(scramble));
        putZeroTerminated(response, login.database());
        putZeroTerminated(response, PLUGIN);
        expecting = this::onLoginAnswer;
        send(Arrays.copyOf(response.array(), response.position()));
    }

    private void onLoginAnswer(PacketBytes packet) {
        switch (packet.first()) {
            case 0 -> advance();
            case AUTH_SWITCH -> {
                packet.skip(1);
                String plugin = packet.zeroTerminated();
                if (!plugin.equals(PLUGIN)) {
                    throw new AssertionError("asked to switch to " + plugin);
                }
                send(proof(packet.take(SCRAMBLE_LENGTH)));
            }
            default -> throw new AssertionError("login: " + packet.error());
        }
    }

    private void advance() {
        switch (behaviour.next()) {
            case ClientStep.Ask(var sql, var check) -> {
                var reader = new AnswerReader(login.classicEnd());
                expecting = packet -> {
                    Answer answer = reader.read(packet);
                    if (answer != null) {
                        check.accept(answer);
                        advance();
                    }
                };
                command(COM_QUERY, sql);
            }
            case ClientStep.Stay() -> {
                expecting = packet -> {
                    throw new AssertionError("a packet that nobody asked for");
                };
                fate = Fate.STAYING;
            }
            case ClientStep.Leave() -> {
                command(COM_QUIT, "");
                leave();
            }
            case ClientStep.AskAndVanish(var sql) -> {
                command(COM_QUERY, sql);
                leave();
            }
        }
    }

    private void leave() {
        try {
            close();
        } catch (IOException failure) {
            throw new AssertionError("closing", failure);
        }
    }

    private void command(byte code, String sql) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[1 + text.length];
        payload[0] = code;
        System.arraycopy(text, 0, payload, 1, text.length);
        asked = sql;
        askedNanos = System.nanoTime();
        sequence = 0;
        send(payload);
    }

    /** Statements are short, so a socket that takes only a part of one is not expected. */
    private void send(byte[] payload) {
        ByteBuffer packet = ByteBuffer.allocate(HEADER_LENGTH + payload.length);
        packet.put((byte) payload.length).put((byte) (payload.length >> 8)).put((byte) (payload.length >> 16));
        packet.put((byte) sequence).put(payload).flip();
        try {
            channel.write(packet);
        } catch (IOException failure) {
            throw new AssertionError("writing " + asked, failure);
        }
        if (packet.hasRemaining()) {
            throw new AssertionError("the socket took only a part of a statement");
        }
    }

    private byte[] proof(byte[] scramble) {
        try {
            var sha1 = MessageDigest.getInstance("SHA-1");
            byte[] once = sha1.digest(login.password().getBytes(StandardCharsets.UTF_8));
            byte[] twice = sha1.digest(once);
            sha1.update(scramble);
            byte[] mask = sha1.digest(twice);
            for (int i = 0; i < once.length; i++) {
                once[i] ^= mask[i];
            }
            return once;
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static void putZeroTerminated(ByteBuffer into, String text) {
        into.put(text.getBytes(StandardCharsets.UTF_8)).put((byte) 0);
    }
}
