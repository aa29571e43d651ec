package io.pinion.routing.planner.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.text.LiteralValue;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeyFormTest {
    /** Any client may bind a million digits, and planning them took the square of their number. */
    @Test
    void manyDigitsAreReadOnce() {
        assertThat(problem("1".repeat(1_000_000) + "x")).isFalse();
        assertThat(problem("0" + "1".repeat(1_000_000))).isTrue();
        assertThat(problem(" ".repeat(1_000_000) + "x")).isFalse();
        assertThat(problem("1.e5")).isTrue();
        assertThat(problem(".5 ")).isTrue();
    }

    /** Whether the text may be another key to a column of a type that isn't known. */
    private static boolean problem(String text) {
        return new KeyForm.Unknown()
                .problem(
                        new LiteralValue.Text(text.getBytes(StandardCharsets.US_ASCII), "utf8mb4"),
                        false,
                        KeyEncoding.UTF8)
                .isPresent();
    }
}
