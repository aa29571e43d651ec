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
import io.pinion.server.backend.login.BackendTls.Mode;
import io.pinion.server.testing.ScriptedServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendLoginTest {
    private static final int HEADER_BYTES = 4;

    private static final Login LOGIN = new Login("data", "pinion", "secret", CapabilityFlavour.of(Capabilities.of()));

    private final BackendLogin login = new BackendLogin(LOGIN, BackendTls.OFF, false);

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

    @ParameterizedTest
    @CsvSource({
        "OFF, false, false",
        "OFF, true, false",
        "PREFERRED, false, true",
        "PREFERRED, true, false",
        "REQUIRED, false, true",
        "REQUIRED, true, true"
    })
    void aServerThatOffersTlsGetsItUnlessItIsOnThisHostAndOnlyPreferred(Mode mode, boolean loopback, boolean encrypts) {
        BackendLogin offered = new BackendLogin(LOGIN, BackendTls.unverified(mode), loopback);
        ByteBuf greeting = Unpooled.wrappedBuffer(offeringTls()).skipBytes(HEADER_BYTES);

        Step step = offered.onPacket(new Packet(0, 0, greeting), UnpooledByteBufAllocator.DEFAULT);

        if (step instanceof Step.StartTls(ByteBuf request)) {
            assertThat(encrypts).isTrue();
            // Capabilities, size, character set: no name and no proof.
            assertThat(request.readableBytes()).isEqualTo(HEADER_BYTES + 32);
            request.release();
        } else {
            assertThat(encrypts).isFalse();
            ((Step.Send) step).packet().release();
        }
    }

    @Test
    void aServerWithoutTlsIsUsedPlainlyWhereItIsOnlyPreferred() {
        BackendLogin plain = new BackendLogin(LOGIN, BackendTls.unverified(Mode.PREFERRED), false);
        ByteBuf greeting =
                Unpooled.wrappedBuffer(ScriptedServer.usualGreeting()).skipBytes(HEADER_BYTES);

        assertThat(plain.onPacket(new Packet(0, 0, greeting), UnpooledByteBufAllocator.DEFAULT))
                .isInstanceOfSatisfying(
                        Step.Send.class, response -> response.packet().release());
    }

    @Test
    void nothingIsSentToAServerWithoutTlsThatMustEncrypt() {
        BackendLogin required = new BackendLogin(LOGIN, BackendTls.unverified(Mode.REQUIRED), true);
        ByteBuf greeting =
                Unpooled.wrappedBuffer(ScriptedServer.usualGreeting()).skipBytes(HEADER_BYTES);

        assertThat(required.onPacket(new Packet(0, 0, greeting), UnpooledByteBufAllocator.DEFAULT))
                .isInstanceOf(Step.Failed.class);
    }

    /** The usual greeting with the capability SSL. */
    static byte[] offeringTls() {
        byte[] greeting = ScriptedServer.usualGreeting();
        int version = "10.11.0-scripted\0".length();
        greeting[HEADER_BYTES + 1 + version + 4 + 9 + 1] |= 0x08;
        return greeting;
    }
}
