package io.pinion.protocol.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaltedVerifierTest {
    /** The example of hashcat for "MySQL $A$ (sha256crypt)"; its password is hashcat. */
    private static final String SALT = "F9CC98CE08892924F50A213B6BC571A2C11778C5";

    private static final String HASH =
            "625479393559393965414D45316477456B484F41316E64484742577A2E3162785353526B7554584647562F";

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** As glibc's crypt(3) answers. */
    @ParameterizedTest
    @CsvSource({
        "Hello world!, saltstring, 5000, 5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5",
        "Hello world!, saltstringsaltst, 10000, 3xv.VbSHBb41AL9AvLeujZkZRBAwqFMz2.opqey6IcA",
        "a much longer password than a digest of thirty-two bytes, x, 6000, Jvg2tUJ/dCFNeI1RLRD3Xpn8miLLXrsd7/qBwdQ8906"
    })
    void theHashIsThatOfUnix(String password, String salt, int rounds, String hash) {
        assertThat(new String(Sha256Crypt.hash(ascii(password), ascii(salt), rounds), StandardCharsets.US_ASCII))
                .isEqualTo(hash);
    }

    @Test
    void aHashOfMySqlIsRead() {
        String text = "$A$005$" + new String(HexFormat.of().parseHex(SALT + HASH), StandardCharsets.ISO_8859_1);
        SaltedVerifier stored = SaltedVerifier.parse(text).orElseThrow();

        assertThat(stored.accepts(ascii("hashcat"))).isTrue();
        assertThat(stored.accepts(ascii("hashdog"))).isFalse();
        assertThat(stored.accepts(new byte[0])).isFalse();
    }

    @Test
    void whatIsMadeIsReadAndEachHasItsOwnSalt() {
        SecureRandom random = new SecureRandom();
        SaltedVerifier one = SaltedVerifier.of(ascii("secret"), random);
        SaltedVerifier other = SaltedVerifier.of(ascii("secret"), random);

        assertThat(one).isNotEqualTo(other);
        assertThat(one.text()).matches("\\$A\\$005\\$[./0-9A-Za-z]{63}");
        assertThat(SaltedVerifier.parse(one.text())).contains(one);
        assertThat(one.accepts(ascii("secret"))).isTrue();
        assertThat(one.accepts(ascii("Secret"))).isFalse();
        assertThat(one).hasToString("SaltedVerifier");
    }

    @Test
    void aPasswordMayBeLongerThanADigest() {
        byte[] password = ascii("x".repeat(200));

        assertThat(SaltedVerifier.of(password, new SecureRandom()).accepts(password))
                .isTrue();
    }

    /** The time grows with the square of the length. */
    @Test
    void aPasswordThatIsLongerThanAnybodysIsNotHashed() {
        byte[] password = ascii("x".repeat(SaltedVerifier.MAX_PASSWORD_BYTES + 1));

        assertThat(SaltedVerifier.of(ascii("x"), new SecureRandom()).accepts(password))
                .isFalse();
        assertThatThrownBy(() -> SaltedVerifier.of(password, new SecureRandom()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "secret", "$A$005$tooshort", "*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19"})
    void anotherTextIsNone(String text) {
        assertThat(SaltedVerifier.parse(text)).isEmpty();
        assertThat(SaltedVerifier.parse("$B$005$" + "x".repeat(63))).isEmpty();
        assertThat(SaltedVerifier.parse("$A$004$" + "x".repeat(63))).isEmpty();
        assertThat(SaltedVerifier.parse("$A$005$" + "€".repeat(63))).isEmpty();
    }
}
