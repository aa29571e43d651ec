package io.pinion.protocol.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Ed25519Test {
    private final Ed25519 method = new Ed25519();

    /** RFC 8032, section 7.1: tests 1 and 2. */
    @ParameterizedTest
    @CsvSource({
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
                + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a, '',"
                + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
                + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c, 72,"
                + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    })
    void aKeyOf32BytesSignsAsTheStandardSays(String key, String publicKey, String message, String signature) {
        assertThat(hex(method.verifier(bytes(key)))).isEqualTo(publicKey);
        assertThat(hex(method.proof(bytes(key), bytes(message)))).isEqualTo(signature);
    }

    /** The page of MariaDB's plugin ed25519 shows it for the password {@code secret}. */
    @Test
    void theVerifierIsThatOfMariaDb() {
        byte[] verifier = method.verifier("secret".getBytes(StandardCharsets.US_ASCII));
        assertThat(Base64.getEncoder().withoutPadding().encodeToString(verifier))
                .isEqualTo("ZIgUREUg5PVgQ6LskhXmO+eZLS0nC8be6HPjYWR4YJY");
    }

    @Property(tries = 30)
    void aProofIsAcceptedOfThatPasswordAndScrambleAlone(
            @ForAll @Size(max = 100) byte[] password, @ForAll @Size(32) byte[] scramble) {
        byte[] proof = method.proof(password, scramble);
        byte[] verifier = method.verifier(password);
        assertThat(method.accepts(proof, scramble, verifier)).isTrue();

        scramble[7]++;
        assertThat(method.accepts(proof, scramble, verifier)).isFalse();
        assertThat(method.accepts(new byte[64], scramble, verifier)).isFalse();
        assertThat(method.accepts(new byte[0], scramble, verifier)).isFalse();
        assertThat(method.accepts(proof, scramble, new byte[0])).isFalse();
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
