package io.pinion.server.execution.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstWordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'  SET @a = 1' | SET @a = 1",
                "'/* a * b */ -- c\n# d\nSHOW x' | SHOW x",
                "'--SHOW x' | --SHOW x",
                "'FLUSH/**/TABLES' | FLUSH TABLES",
                "'DROP  \n/* x */ PREPARE p' | DROP PREPARE p",
                "'SELECT 1-- 2\n, '' a  b''' | SELECT 1 , ' a  b'",
                "'/*!50000 SET */ x' | /*!50000 SET */ x",
                "'/*M! SET */ x' | /*M! SET */ x",
                "'/* without an end' | ''",
                "'-- a line' | ''"
            })
    void commentsAndBlanksAreSkipped(String sql, String words) {
        assertThat(of(sql)).isEqualTo(words);
    }

    @Test
    void aLongTextIsCut() {
        assertThat(of("SELECT '" + "x".repeat(1_000_000) + "'"))
                .startsWith("SELECT 'x")
                .hasSize(4096);
    }

    /** As long as a text may be. */
    @Test
    void manyBlanksAreNoObstacle() {
        assertThat(of(" ".repeat(1_000_000) + "DROP TABLE t")).isEqualTo("DROP TABLE t");
        assertThat(of("/*" + "*".repeat(1_000_000) + "*/ DROP TABLE t")).isEqualTo("DROP TABLE t");
    }

    private static String of(String sql) {
        return FirstWords.of(sql.getBytes(StandardCharsets.UTF_8));
    }
}
