package io.pinion.routing.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikePatternTest {
    @ParameterizedTest
    @CsvSource({
        "pins, PINS, true",
        "pin_, pins, true",
        "pin_, pin, false",
        "%s, pins, true",
        "p%n%, pins, true",
        "%, '', true",
        "p\\_n, pin, false",
        "p\\_n, p_n, true",
        "%i%i%, pins, false"
    })
    void matchesAsServersDo(String pattern, String text, boolean matches) {
        assertThat(LikePattern.of(pattern).matches(text)).isEqualTo(matches);
    }

    /** A user may send any pattern, and an event loop compares it. */
    @Test
    void manyWildcardsTakeNoLongTime() {
        String pattern = "%a".repeat(40) + "%b";
        assertThat(assertTimeoutPreemptively(
                        Duration.ofSeconds(10), () -> LikePattern.of(pattern).matches("a".repeat(60))))
                .isFalse();
    }
}
