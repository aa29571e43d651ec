package io.pinion.routing.planner.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.text.LiteralValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
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

    /** A server that isn't strict stores question marks, and any takes them for a literal that it compares. */
    @Test
    void whatIsNoTextIsNoKey() {
        assertThat(ofText(new byte[] {(byte) 0xFF, (byte) 0xFE}, "utf8mb4")).isTrue();
        assertThat(ofText("\uD83D\uDE00".getBytes(StandardCharsets.UTF_8), "utf8mb3"))
                .isTrue();
        assertThat(ofText("\uD83D\uDE00".getBytes(StandardCharsets.UTF_8), "utf8mb4"))
                .isFalse();
    }

    private static boolean ofText(byte[] bytes, String charset) {
        return new KeyForm.Characters(Optional.of("utf8mb4_bin"), false)
                .problem(new LiteralValue.Text(bytes, charset), true, KeyEncoding.UTF8)
                .isPresent();
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
