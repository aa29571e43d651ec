package io.pinion.protocol.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.pinion.protocol.RecordedAnswer;
import io.pinion.protocol.client.HandshakeResponse;
import io.pinion.protocol.client.LoginRequest;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.server.Greeting;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AuthMethodTest {
    private static final byte[] SECRET = "secret".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SCRAMBLE = HexFormat.of().parseHex("0102030405060708090a0b0c0d0e0f1011121314");
    private static final List<AuthMethod> METHODS = List.of(new NativePassword(), new CachingSha2Password());

    @Test
    void nativeProofAndVerifierAreThoseOfTheManual() {
        NativePassword method = new NativePassword();

        // SELECT PASSWORD('secret') on MariaDB 11.4.5.
        assertThat(hex(method.verifier(SECRET))).isEqualTo("14e65567abdb5135d0cfd9a70b3032c179a49ee7");
        assertThat(hex(method.proof(SECRET, SCRAMBLE))).isEqualTo("b32bb3a583e1340c0a1108d58b1be49781ad8c2f");
    }

    @Test
    void sha2ProofAndVerifierAreThoseOfTheManual() {
        CachingSha2Password method = new CachingSha2Password();

        assertThat(hex(method.verifier(SECRET)))
                .isEqualTo("3881219d087dd9c634373fd33dfa33a2cb6bfc6c520b64b8bb60ef2ceb534ae7");
        assertThat(hex(method.proof(SECRET, SCRAMBLE)))
                .isEqualTo("746ebe205d56a0707acb3e796e834e0dd7b1d61743b26bd5202c7a623230c7c9");
    }

    @Test
    void theProofThatARealServerAcceptedIsMade() {
        byte[] greetingBytes =
                RecordedAnswer.named("MySQL 9.7.4, classic: greeting").bytes();
        byte[] loginBytes = RecordedAnswer.named("MySQL 9.7.4, classic: login").bytes();
        Greeting greeting =
                Greeting.decode(Unpooled.wrappedBuffer(greetingBytes).skipBytes(4));
        HandshakeResponse login = (HandshakeResponse)
                LoginRequest.decode(Unpooled.wrappedBuffer(loginBytes).skipBytes(4));
        byte[] password = "pinion".getBytes(StandardCharsets.UTF_8);
        CachingSha2Password method = new CachingSha2Password();

        assertThat(method.proof(password, greeting.scramble())).isEqualTo(login.authResponse());
        assertThat(method.accepts(login.authResponse(), greeting.scramble(), method.verifier(password)))
                .isTrue();
    }

    @Property
    void theRightPasswordIsAcceptedAndAnotherIsNot(
            @ForAll @Size(max = 40) byte[] password, @ForAll @Size(max = 40) byte[] other, @ForAll long seed) {
        byte[] scramble = Scramble.generate(new SecureRandom(Long.toString(seed).getBytes(StandardCharsets.UTF_8)));
        for (AuthMethod method : METHODS) {
            byte[] verifier = method.verifier(password);
            assertThat(method.accepts(method.proof(password, scramble), scramble, verifier))
                    .isTrue();
            assertThat(method.accepts(method.proof(other, scramble), scramble, verifier))
                    .isEqualTo(Arrays.equals(password, other));
        }
    }

    @Property
    void garbageIsNoProof(@ForAll byte[] garbage) {
        for (AuthMethod method : METHODS) {
            assertThat(method.accepts(garbage, SCRAMBLE, method.verifier(SECRET)))
                    .isFalse();
            assertThat(method.accepts(garbage, SCRAMBLE, new byte[0])).isEqualTo(garbage.length == 0);
        }
    }

    @Test
    void anEmptyProofNeverOpensAnAccountWithAPassword() {
        for (AuthMethod method : METHODS) {
            assertThat(method.accepts(new byte[0], SCRAMBLE, method.verifier(SECRET)))
                    .isFalse();
        }
    }

    @Test
    void methodsAreFoundByPlugin() {
        assertThat(AuthMethod.named("caching_sha2_password")).contains(new CachingSha2Password());
        assertThat(AuthMethod.named("mysql_native_password")).contains(new NativePassword());
        assertThat(AuthMethod.named("client_ed25519")).contains(new Ed25519());
        assertThat(AuthMethod.named("mysql_clear_password")).isEmpty();
    }

    @Test
    void scramblesHaveNoByteThatEndsOrSplitsThem() {
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < 2000; i++) {
            byte[] scramble = Scramble.generate(random);
            assertThat(scramble).hasSize(20);
            for (byte b : scramble) {
                assertThat(b).isPositive().isNotEqualTo((byte) '$');
            }
        }
    }

    @Test
    void aPasswordTravelsUnderTheServersKey() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair pair = generator.generateKeyPair();
        byte[] pem = RsaExchange.toPem(pair.getPublic());
        byte[] reply = RsaExchange.encrypt(SECRET, SCRAMBLE, RsaExchange.fromPem(pem));
        Optional<byte[]> password = RsaExchange.decrypt(reply, SCRAMBLE, pair.getPrivate());

        assertThat(reply).hasSize(256);
        assertThat(new String(pem, StandardCharsets.US_ASCII)).startsWith("-----BEGIN PUBLIC KEY-----\nMII");
        assertThat(pem).hasSize(451);
        assertThat(password).hasValueSatisfying(clear -> assertThat(clear).isEqualTo(SECRET));
        assertThat(RsaExchange.decrypt(new byte[256], SCRAMBLE, pair.getPrivate()))
                .isEmpty();
        assertThat(RsaExchange.decrypt(new byte[3], SCRAMBLE, pair.getPrivate()))
                .isEmpty();
    }

    @Test
    void nonsenseIsNoKey() {
        for (String pem : List.of(
                "", "-----BEGIN PUBLIC KEY-----", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----")) {
            assertThatThrownBy(() -> RsaExchange.fromPem(pem.getBytes(StandardCharsets.US_ASCII)))
                    .isInstanceOf(MalformedPacket.class);
        }
    }

    @Test
    void aClearReplyEndsWithItsZeroByte() {
        assertThat(ClearPassword.reply(SECRET)).hasSize(7).endsWith(0);
        assertThat(ClearPassword.passwordOf(ClearPassword.reply(SECRET))).isEqualTo(SECRET);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
