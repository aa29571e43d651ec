package io.pinion.server.backend.login;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pinion.protocol.auth.RsaExchange;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.backend.Login;
import io.pinion.server.backend.login.BackendLogin.Step;
import io.pinion.server.testing.FuzzRounds;
import io.pinion.server.testing.Mutations;
import io.pinion.server.testing.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a server says while Pinion logs in, it leads to a step or is {@link MalformedPacket}. */
class BackendLoginFuzzTest {
    private static final int MOST_PACKETS = 6;
    private static final CapabilityFlavour FLAVOUR =
            CapabilityFlavour.of(Capabilities.of(Capabilities.PROTOCOL_41, Capabilities.MULTI_RESULTS));
    private static final Login LOGIN = new Login("data", "pinion", "secret", FLAVOUR);
    private static final byte[] GREETING =
            Arrays.copyOfRange(ScriptedServer.usualGreeting(), 4, ScriptedServer.usualGreeting().length);
    private static final List<byte[]> PACKETS = List.of(
            latin1("\376mysql_native_password\0abcdefghijklmnopqrst\0"),
            latin1("\376caching_sha2_password\0abcdefghijklmnopqrst\0"),
            latin1("\376client_ed25519\0abcdefghijklmnopqrstabcdefghijkl"),
            latin1("\376sha256_password\0"),
            latin1("\376"),
            new byte[] {1, 3},
            new byte[] {1, 4},
            key(),
            HexFormat.of().parseHex("00000002000000"),
            latin1("\377\25\4#28000Access denied"));

    @Test
    void serversPackets() {
        FuzzRounds.repeat("servers' packets of a login", 2, random -> {
            BackendLogin login = new BackendLogin(LOGIN, BackendTls.OFF, false);
            byte[] greeting = random.nextInt(4) == 0 ? Mutations.of(GREETING, random) : GREETING;
            boolean more = goesOn(login, greeting, 0);
            for (int i = 0; i < MOST_PACKETS && more; i++) {
                more = goesOn(login, packet(random), 2 + 2 * i);
            }
        });
    }

    private static byte[] packet(Random random) {
        byte[] right = PACKETS.get(random.nextInt(PACKETS.size()));
        return random.nextInt(4) == 0 ? right : Mutations.of(right, random);
    }

    private static boolean goesOn(BackendLogin login, byte[] payload, int sequence) {
        ByteBuf bytes = Unpooled.wrappedBuffer(payload);
        try {
            return switch (login.onPacket(new Packet(sequence, sequence, bytes), UnpooledByteBufAllocator.DEFAULT)) {
                case Step.Send(ByteBuf packet) -> {
                    packet.release();
                    yield true;
                }
                case Step.Continue next -> true;
                case Step.StartTls(ByteBuf request) -> throw new AssertionError("TLS is off");
                case Step.Refused refused -> false;
                case Step.Failed failed -> false;
                case Step.Done done -> false;
            };
        } catch (MalformedPacket said) {
            return false;
        } finally {
            bytes.release();
        }
    }

    private static byte[] key() {
        byte[] pem;
        try {
            pem = RsaExchange.toPem(
                    KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
        byte[] packet = new byte[pem.length + 1];
        packet[0] = 1;
        System.arraycopy(pem, 0, packet, 1, pem.length);
        return packet;
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
