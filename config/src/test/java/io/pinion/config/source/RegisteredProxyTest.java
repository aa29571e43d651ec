package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RegisteredProxyTest {
    @Test
    void whatItStatesIsRead() {
        RegisteredProxy proxy = new RegisteredProxy(
                "one:3306",
                "one:3306",
                "0.1.0",
                Instant.EPOCH,
                3,
                2,
                1,
                "ab",
                Optional.of(Set.of("A")),
                Set.of("exports.directory=/srv/exports"));

        assertThat(RegisteredProxy.of("one:3306", proxy.withServed(3).toBytes()))
                .contains(proxy.withServed(3));
    }

    @Test
    void oneOfAnEarlierVersionStatesNoSettings() {
        byte[] earlier = "{\"address\":\"one:3306\",\"generation\":2}".getBytes(StandardCharsets.UTF_8);

        assertThat(RegisteredProxy.of("one:3306", earlier))
                .hasValueSatisfying(proxy -> assertThat(proxy.settings()).isEmpty());
    }
}
