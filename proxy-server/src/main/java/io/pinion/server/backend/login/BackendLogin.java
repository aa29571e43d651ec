package io.pinion.server.backend.login;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.auth.AuthMethod;
import io.pinion.protocol.auth.CachingSha2Password;
import io.pinion.protocol.auth.ClearPassword;
import io.pinion.protocol.auth.Ed25519;
import io.pinion.protocol.auth.NativePassword;
import io.pinion.protocol.auth.RsaExchange;
import io.pinion.protocol.client.HandshakeResponse;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.frame.WireWriter;
import io.pinion.protocol.server.AuthMoreData;
import io.pinion.protocol.server.AuthSwitchRequest;
import io.pinion.protocol.server.Greeting;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ResponseReader;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.Login;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pinion's login on a server: answers the greeting, turns TLS on if wanted, proves the account's password by the method
 * that the server names, again when it names another. Decides only; {@link LoginHandler} sends.
 */
public final class BackendLogin {
    private static final byte[] KEY_WANTED = {CachingSha2Password.KEY_REQUEST};
    /** All methods that Pinion speaks use this length; a proof for an empty scramble could be replayed. */
    private static final int SCRAMBLE_BYTES = 20;

    private static final long MAX_PACKET_BYTES = 0x4000_0000L;
    private static final Map<String, String> ATTRIBUTES = Map.of("_client_name", "pinion", "program_name", "pinion");

    private final Login login;
    private final BackendTls tls;
    private final boolean loopback;

    private Capabilities agreed = Capabilities.of();
    private boolean encrypted;
    private long thread;
    private boolean mariaDb;
    private @Nullable HandshakeResponse response;
    private AuthMethod method = new NativePassword();
    private byte[] scramble = {};
    private int sequenceInTls;

    /** The next step of the login. */
    sealed interface Step {
        /** The server sends the next packet by itself. */
        record Continue() implements Step {}

        /** Ownership passes. */
        record Send(ByteBuf packet) implements Step {}

        /** The request is sent in clear, then TLS begins; {@link #onTls} gives the first packet inside. */
        record StartTls(ByteBuf request) implements Step {}

        /** The server refused the login with an error. */
        record Refused(ServerError error) implements Step {}

        /** Pinion can't go on; the reason calls the server "it". */
        record Failed(String reason) implements Step {}

        record Done() implements Step {}
    }

    /** @param loopback whether the connection never leaves this host */
    BackendLogin(Login login, BackendTls tls, boolean loopback) {
        this.login = login;
        this.tls = tls;
        this.loopback = loopback;
    }

    /** The capabilities that the server and Pinion agreed on; known after the greeting. */
    Capabilities agreed() {
        return agreed;
    }

    /** The server's number of this connection; known after the greeting. */
    long thread() {
        return thread;
    }

    /** Whether LONG_PASSWORD is clear in the greeting, which is MariaDB's mark; known after the greeting. */
    boolean isMariaDb() {
        return mariaDb;
    }

    Step onPacket(Packet packet, ByteBufAllocator allocator) {
        if (response == null) {
            return switch (ResponseReader.greeting(packet.payload())) {
                case Greeting greeting -> answer(greeting, packet.nextSequence(), allocator);
                case ServerError error -> new Step.Refused(error);
                default -> throw new IllegalStateException("a greeting is a greeting or an error");
            };
        }
        return switch (ResponseReader.authentication(packet.payload())) {
            case Ok ok -> new Step.Done();
            case ServerError error -> new Step.Refused(error);
            case AuthSwitchRequest(String other, byte[] data) -> switchTo(other, data, packet, allocator);
            case AuthMoreData(byte[] data) -> more(data, packet, allocator);
            default -> throw new IllegalStateException("a login has no other packets");
        };
    }

    private Step answer(Greeting greeting, int sequence, ByteBufAllocator allocator) {
        thread = greeting.connectionId();
        mariaDb = !greeting.capabilities().has(Capabilities.LONG_PASSWORD);
        Capabilities wanted = login.flavour().wanted();
        encrypted = tls.mode().wants(loopback) && greeting.capabilities().ssl();
        if (tls.mode().mustEncrypt() && !encrypted) {
            return new Step.Failed(tls.missing());
        }
        if (encrypted) {
            wanted = wanted.with(Capabilities.SSL);
        }
        agreed = wanted.and(greeting.capabilities().with(Capabilities.LONG_PASSWORD));
        if (!agreed.equals(wanted)) {
            return new Step.Failed("it (version " + greeting.serverVersion()
                    + ") lacks capabilities that Pinion needs: " + wanted.without(agreed.bits()));
        }
        scramble = greeting.scramble();
        // Pinion may not speak the greeting's method; the account's own may be another.
        method = AuthMethod.named(greeting.plugin()).orElse(method);
        HandshakeResponse complete = new HandshakeResponse(
                agreed,
                MAX_PACKET_BYTES,
                Collation.UTF8MB4_GENERAL_CI,
                login.user(),
                method.proof(password(), scramble),
                Optional.empty(),
                Optional.of(method.plugin()),
                ATTRIBUTES);
        response = complete;
        if (!encrypted) {
            return new Step.Send(write(sequence, allocator, complete::encode));
        }
        sequenceInTls = sequence + 1;
        return new Step.StartTls(write(sequence, allocator, complete::encodeSslRequest));
    }

    /** The handshake response, sent once TLS is on. The caller owns it. */
    ByteBuf onTls(ByteBufAllocator allocator) {
        HandshakeResponse complete = response;
        if (complete == null) {
            throw new IllegalStateException("TLS began before the greeting");
        }
        return write(sequenceInTls, allocator, complete::encode);
    }

    private Step switchTo(String other, byte[] data, Packet packet, ByteBufAllocator allocator) {
        Optional<AuthMethod> wanted = AuthMethod.named(other);
        if (wanted.isEmpty()) {
            return new Step.Failed("it wants the authentication plugin " + other
                    + ", which Pinion doesn't speak: give the account another, such as " + CachingSha2Password.PLUGIN
                    + ", " + NativePassword.PLUGIN + " or " + Ed25519.PLUGIN);
        }
        if (data.length < SCRAMBLE_BYTES) {
            return new Step.Failed(
                    "it wants a proof for only " + data.length + " bytes of its own, not " + SCRAMBLE_BYTES);
        }
        method = wanted.get();
        scramble = data;
        return new Step.Send(
                write(packet.nextSequence(), allocator, out -> out.bytes(method.proof(password(), scramble))));
    }

    private Step more(byte[] data, Packet packet, ByteBufAllocator allocator) {
        if (data.length == 1 && data[0] == CachingSha2Password.FAST_SUCCESS) {
            return new Step.Continue();
        }
        byte[] reply;
        if (data.length == 1 && data[0] == CachingSha2Password.SEND_ALL) {
            reply = encrypted ? ClearPassword.reply(password()) : KEY_WANTED;
        } else {
            reply = RsaExchange.encrypt(password(), scramble, RsaExchange.fromPem(data));
        }
        return new Step.Send(write(packet.nextSequence(), allocator, out -> out.bytes(reply)));
    }

    private byte[] password() {
        return login.password().getBytes(StandardCharsets.UTF_8);
    }

    private interface Payload {
        void writeTo(WireWriter out);
    }

    private static ByteBuf write(int sequence, ByteBufAllocator allocator, Payload payload) {
        ByteBuf out = allocator.buffer(256);
        PacketWriter packets = new PacketWriter(out, sequence);
        payload.writeTo(packets.begin());
        packets.end();
        return out;
    }
}
