package io.pinion.routing.planner.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnshownDigitsTest {
    private static boolean mayBeIn(String sql) {
        return UnshownDigits.mayBeIn(Tokens.of(new SqlTokenizer(new FingerprintKey(1, 2), (bytes, from, to) -> false)
                .scan(sql.getBytes(StandardCharsets.UTF_8), TextRules.defaults(SqlDialect.MARIADB, 110405))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT MAX(d) FROM t WHERE d > (SELECT AVG(d) FROM t)",
                "SELECT k, MAX(d) FROM t GROUP BY k, d / 2 HAVING AVG(d) > 1 ORDER BY d / 3 LIMIT 2",
                "SELECT d FROM t WHERE d / 2 > 1 UNION SELECT d FROM t WHERE d / 3 > 1",
                "SELECT ROUND(AVG(d), 2), CAST(d / 3 AS DECIMAL(20, 4)) FROM t",
                "SELECT d FROM (SELECT d FROM t WHERE d > (SELECT AVG(d) FROM t)) x",
            })
    void whatOnlyChoosesRowsGivesNoDigits(String sql) {
        assertThat(mayBeIn(sql)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT AVG(d) FROM t WHERE d > 1",
                "SELECT d FROM t WHERE d > 1 UNION SELECT d / 3 FROM t",
                "SELECT a FROM (SELECT AVG(d) AS a FROM t) x WHERE a > 1",
                "SELECT (SELECT AVG(d) FROM t WHERE d > 1) FROM t ORDER BY d",
                "WITH x AS (SELECT d FROM t WHERE d > 1) SELECT d / 3 FROM x",
            })
    void whatIsGivenMayHaveSome(String sql) {
        assertThat(mayBeIn(sql)).isTrue();
    }
}
