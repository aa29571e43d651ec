package io.pinion.operations.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColumnShapeTest {
    private static String digest(String type, String charset) {
        return new ColumnShape("c", type, charset, false).digest();
    }

    /** MySQL 9.7 prints 9.90 for JSON_SET('{}', '$.p', 9.90), and 9.9 for what is read from that text. */
    @Test
    void jsonIsComparedAsACopyOfItsTextWouldBe() {
        assertThat(digest("json", "")).isEqualTo("CAST(CONVERT(`c` USING utf8mb4) AS JSON)");
    }

    @Test
    void whatHasSeveralTextsIsComparedByOne() {
        assertThat(digest("float", "")).isEqualTo("CAST(`c` AS DOUBLE)");
        assertThat(digest("enum", "utf8mb4")).isEqualTo("CAST(`c` AS UNSIGNED)");
        assertThat(digest("bit", "")).isEqualTo("CAST(`c` AS UNSIGNED)");
        assertThat(digest("point", "")).isEqualTo("HEX(`c`)");
        assertThat(digest("varchar", "latin1")).isEqualTo("`c`");
    }
}
