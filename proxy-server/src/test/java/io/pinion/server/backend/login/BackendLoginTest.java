package io.pinion.server.backend.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.Packet;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.backend.Login;
import io.pinion.server.backend.login.BackendLogin.Step;
import io.pinion.server.testing.ScriptedServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BackendLoginTest {
    private static final int HEADER_BYTES = 4;

    private final BackendLogin login = new BackendLogin(
            new Login("data", "pinion", "secret", CapabilityFlavour.of(Capabilities.of())), BackendTls.OFF);

    @Test
    void aProofIsMadeForWhatTheServerDraws() {
        greet();
        assertThat(answerTo("\376caching_sha2_password\0abcdefghijklmnopqrst\0"))
                .isInstanceOfSatisfying(Step.Send.class, sent -> {
                    assertThat(sent.packet().readableBytes()).isEqualTo(HEADER_BYTES + 32);
                    sent.packet().release();
                });
    }

    @Test
    void aProofForNothingIsNotMade() {
        greet();
        assertThat(answerTo("\376caching_sha2_password\0"))
                .isEqualTo(new Step.Failed("it wants a proof for only 0 bytes of its own, not 20"));
    }

    @Test
    void aMethodThatPinionDoesNotSpeakIsNamed() {
        greet();
        assertThat(answerTo("\376dialog\0abcdefghijklmnopqrst\0"))
                .isInstanceOfSatisfying(Step.Failed.class, failed -> assertThat(failed.reason())
                        .contains("dialog", "caching_sha2_password"));
    }

    private void greet() {
        ByteBuf greeting =
                Unpooled.wrappedBuffer(ScriptedServer.usualGreeting()).skipBytes(HEADER_BYTES);
        assertThat(login.onPacket(new Packet(0, 0, greeting), UnpooledByteBufAllocator.DEFAULT))
                .isInstanceOfSatisfying(
                        Step.Send.class, response -> response.packet().release());
    }

    private Step answerTo(String packet) {
        ByteBuf bytes = Unpooled.wrappedBuffer(packet.getBytes(StandardCharsets.ISO_8859_1));
        return login.onPacket(new Packet(2, 2, bytes), UnpooledByteBufAllocator.DEFAULT);
    }
}
