package io.pinion.operations.transfer.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CarriedKeyTest {
    @Test
    void textIsReadable() {
        assertThat(words("_utf8mb4 x'7365737330303030377820'")).isEqualTo("'sess00007x '");
        assertThat(words("_utf8mb4 x'c39c27'")).isEqualTo("'Ü'''");
        assertThat(words("_ascii x''")).isEqualTo("''");
        assertThat(new CarriedKey("carts", List.of("7", "_utf8mb4 x'6320'"))).hasToString("carts (7, 'c ')");
    }

    @Test
    void whatIsNoVisibleTextStaysALiteral() {
        for (String literal : List.of(
                "7",
                "'2026-01-01'",
                "x'6320'",
                "_latin1 x'e9'",
                "_utf8mb4 x'00'",
                "_utf8mb4 x'ff'",
                "_utf8mb4 x'5c'",
                "_utf8mb4 x'c2a0'",
                "_utf8mb4 x'e2808b'",
                "_utf8mb4 x'0a'")) {
            assertThat(words(literal)).isEqualTo(literal);
        }
    }

    private static String words(String literal) {
        return CarriedKey.words(literal);
    }
}
