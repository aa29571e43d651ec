package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerifiersTest {
    @Test
    void nativeIsWhatMySqlStores() {
        // SELECT PASSWORD('password') of MariaDB: *2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19
        assertThat(Verifiers.of("password").nativeVerifier()).isEqualTo("2470c0c06dee42fd1618bb99005adca2ec9d1e19");
    }

    @Test
    void sha2IsTheDigestOfTheDigest() {
        // printf app | openssl dgst -sha256 -binary | openssl dgst -sha256
        assertThat(Verifiers.of("app").sha2Verifier())
                .isEqualTo("3bfc3d7ca254b2d951bd6aa00bbeb14ff3c0d8d703941aa643f506fee788ff55");
    }

    @Test
    void whatMySqlStoresSaltedIsReadAsTextAndInHexadecimal() {
        String salt = "\u0001~\"\\\n{}[]<>?!#%&'(),-;:".substring(0, 20);
        String text = "$A$005$" + salt + "x".repeat(43);

        assertThat(Verifiers.salted(text)).contains(text);
        assertThat(Verifiers.salted("0x" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.ISO_8859_1))))
                .contains(text);
        for (String wrong : List.of("", "0x2", "$A$004$" + text.substring(7), text + "x", "*" + text)) {
            assertThat(Verifiers.salted(wrong)).isEmpty();
        }
    }
}
