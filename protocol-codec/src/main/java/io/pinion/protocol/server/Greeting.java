package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A server's first packet: HandshakeV10 in the manual.
 *
 * <p>A clear {@link Capabilities#LONG_PASSWORD} marks MariaDB; only then do the last four filler bytes carry MariaDB's
 * own capabilities. MariaDB puts {@code 5.5.5-} before its version on the wire.
 *
 * @param connectionId the id for KILL; the wire has 32 bits of it
 * @param scramble the nonce for the first proof, 20 bytes
 * @param collationId the server's default; only its low byte travels here
 * @param plugin the method for the first proof; empty without PLUGIN_AUTH
 */
public record Greeting(
        String serverVersion,
        long connectionId,
        byte[] scramble,
        Capabilities capabilities,
        int collationId,
        ServerStatus status,
        String plugin)
        implements ServerPacket {
    private static final int PROTOCOL_VERSION = 10;
    private static final int FIRST_SCRAMBLE_BYTES = 8;

    /** The least length of the scramble's second part, its zero byte included. */
    private static final int SECOND_SCRAMBLE_BYTES = 13;

    /** @throws MalformedPacket also when the server speaks another version of the protocol */
    public static Greeting decode(ByteBuf packet) {
        WireReader in = new WireReader(packet);
        int version = in.uint8();
        if (version != PROTOCOL_VERSION) {
            throw new MalformedPacket("a greeting of protocol version " + version + ", not " + PROTOCOL_VERSION);
        }
        String serverVersion = in.nullTerminatedString(StandardCharsets.UTF_8);
        long connectionId = in.uint32();
        byte[] first = in.bytes(FIRST_SCRAMBLE_BYTES);
        in.skip(1);
        long low = in.uint16();
        int collationId = in.uint8();
        ServerStatus status = ServerStatus.of(in.uint16());
        low |= (long) in.uint16() << 16;
        int scrambleBytes = in.uint8();
        in.skip(6);
        long mariaDb = in.uint32();
        Capabilities capabilities = Capabilities.fromWire(low, (low & Capabilities.LONG_PASSWORD) == 0 ? mariaDb : 0);
        byte[] second = in.bytes(Math.max(SECOND_SCRAMBLE_BYTES, scrambleBytes - FIRST_SCRAMBLE_BYTES));
        String plugin = capabilities.pluginAuth() ? plugin(in) : "";
        return new Greeting(
                serverVersion, connectionId, join(first, second), capabilities, collationId, status, plugin);
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        encode(out);
    }

    /** Nothing is agreed on yet when a greeting is sent. */
    public void encode(WireWriter out) {
        out.uint8(PROTOCOL_VERSION)
                .nullTerminatedString(serverVersion, StandardCharsets.UTF_8)
                .uint32(connectionId)
                .bytes(Arrays.copyOf(scramble, FIRST_SCRAMBLE_BYTES))
                .uint8(0)
                .uint16((int) capabilities.low())
                .uint8(collationId)
                .uint16(status.bits())
                .uint16((int) (capabilities.low() >>> 16))
                .uint8(capabilities.pluginAuth() ? scramble.length + 1 : 0)
                .zeros(6);
        if (capabilities.has(Capabilities.LONG_PASSWORD)) {
            out.zeros(4);
        } else {
            out.uint32(capabilities.mariaDb());
        }
        byte[] second = Arrays.copyOfRange(scramble, FIRST_SCRAMBLE_BYTES, scramble.length);
        out.bytes(second).zeros(Math.max(1, SECOND_SCRAMBLE_BYTES - second.length));
        if (capabilities.pluginAuth()) {
            out.nullTerminatedString(plugin, StandardCharsets.UTF_8);
        }
    }

    /** The whole scramble without the zero byte at its end. */
    private static byte[] join(byte[] first, byte[] second) {
        int length = second.length;
        while (length > 0 && second[length - 1] == 0) {
            length--;
        }
        byte[] scramble = Arrays.copyOf(first, first.length + length);
        System.arraycopy(second, 0, scramble, first.length, length);
        return scramble;
    }

    /** Servers before 5.5.10 and 5.6.2 forgot the zero byte. */
    private static String plugin(WireReader in) {
        return in.hasNullTerminated()
                ? in.nullTerminatedString(StandardCharsets.UTF_8)
                : in.remainingString(StandardCharsets.UTF_8);
    }
}
