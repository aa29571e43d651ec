package io.pinion.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollationsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "utf8mb4_0900_ai_ci",
                "utf8mb4_0900_as_cs",
                "utf8mb4_ja_0900_as_cs_ks",
                "utf8mb4_general_ci",
                "UTF8MB4_Unicode_CI",
                "utf8mb4_bin",
                "utf8mb4_uca1400_ai_ci",
                "utf8mb4_uca1400_nopad_ai_ci",
                "utf8mb4_uca1400_czech_ai_ci",
                "utf8_general_ci",
                "latin1_swedish_ci",
                "binary"
            })
    void thoseThatWeightsDecideCanBeMerged(String collation) {
        assertThat(Collations.canBeMerged(collation)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "latin2_czech_cs",
                "utf8mb4_uca1400_as_cs",
                "utf8mb4_uca1400_danish_nopad_as_ci",
                "utf8mb4_thai_520_w2",
                "utf8mb4_0900_bin",
                "klingon_general_ci",
                ""
            })
    void othersCanNot(String collation) {
        assertThat(Collations.canBeMerged(collation)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf8mb4_general_ci", "utf8mb4_bin", "utf8mb4_uca1400_ai_ci", "latin1_swedish_ci"})
    void mostPad(String collation) {
        assertThat(Collations.padsSpace(collation)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "utf8mb4_0900_ai_ci",
                "utf8mb4_cs_0900_as_cs",
                "utf8mb4_nopad_bin",
                "latin1_swedish_nopad_ci",
                "binary"
            })
    void newerOnesDoNot(String collation) {
        assertThat(Collations.padsSpace(collation)).isFalse();
    }

    @Test
    void onlyThoseOfMariaDbThatDoNotPadSortTheSpacesOfAChar() {
        assertThat(Collations.sortsSpacesOfChar("utf8mb4_unicode_520_nopad_ci")).isTrue();
        assertThat(Collations.sortsSpacesOfChar("utf8mb4_0900_ai_ci")).isFalse();
        assertThat(Collations.sortsSpacesOfChar("utf8mb4_general_ci")).isFalse();
    }
}
