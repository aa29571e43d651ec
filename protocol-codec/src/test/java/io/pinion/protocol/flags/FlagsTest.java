package io.pinion.protocol.flags;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlagsTest {
    @Test
    void mariaDbCapabilitiesLieAboveTheSharedWord() {
        Capabilities greeting = Capabilities.fromWire(0x81fffffeL, 0x1d);

        assertThat(greeting.has(Capabilities.LONG_PASSWORD)).isFalse();
        assertThat(greeting.has(Capabilities.MARIADB_CACHE_METADATA)).isTrue();
        assertThat(greeting.has(Capabilities.MARIADB_COM_MULTI)).isFalse();
        assertThat(greeting.low()).isEqualTo(0x81fffffeL);
        assertThat(greeting.mariaDb()).isEqualTo(0x1d);
    }

    @Test
    void everyCharsetHasAJavaCharsetThatReadsAscii() {
        byte[] ascii = {'S', 'E', 'L'};
        for (Charset charset : Charset.values()) {
            if (charset.allowedForClients()) {
                assertThat(new String(ascii, charset.javaCharset()))
                        .as(charset.mysqlName())
                        .isEqualTo("SEL");
            }
        }
    }

    @Test
    void collationsAreFoundByNumber() {
        assertThat(Collation.of(255)).hasValueSatisfying(c -> {
            assertThat(c.name()).isEqualTo("utf8mb4_0900_ai_ci");
            assertThat(c.charset()).isEqualTo(Charset.UTF8MB4);
        });
        assertThat(Collation.of(Collation.LATIN1_SWEDISH_CI))
                .map(Collation::name)
                .contains("latin1_swedish_ci");
        assertThat(Collation.of(28)).map(Collation::charset).contains(Charset.GBK);
        assertThat(Collation.of(2304)).map(Collation::name).contains("utf8mb4_uca1400_ai_ci");
        assertThat(Collation.of(0)).isEmpty();
        assertThat(Collation.charsetOf(63)).isEqualTo(Charset.BINARY);
    }
}
