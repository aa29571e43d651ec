package io.pinion.server.execution.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.session.SessionVariables;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TimeLimitTest {
    private final SessionVariables variables = new SessionVariables("utf8mb4", "");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SELECT /*+ MAX_EXECUTION_TIME(400) */ 1 | 400",
                " /* why */ /**/( select/*+ NO_MERGE(a)  max_execution_time( 7 )*/ 1) | 7",
                "SELECT '/*+ MAX_EXECUTION_TIME(400) */' | -1",
                "SELECT /* MAX_EXECUTION_TIME(400) */ 1 | -1",
                "SELECT 1, /*+ MAX_EXECUTION_TIME(400) */ 1 | -1",
                "SELECT /*+ MAX_EXECUTION_TIME(0) */ 1 | -1",
            })
    void mySqlsHintIsRead(String sql, long millis) {
        assertThat(of(sql, SqlDialect.MYSQL)).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SET STATEMENT max_statement_time = 1.5 FOR SELECT 1 | 1500",
                "/* x */ set statement MAX_STATEMENT_TIME=2 for SELECT 1 | 2000",
                "SELECT 'SET STATEMENT max_statement_time = 1 FOR' | -1",
            })
    void mariaDbsTimeIsRead(String sql, long millis) {
        assertThat(of(sql, SqlDialect.MARIADB)).isEqualTo(millis);
    }

    /** A text is the client's: no form of it may take long to look at, or more than the stack. */
    @ParameterizedTest
    @EnumSource
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void noTextTakesLong(SqlDialect dialect) {
        for (String piece : new String[] {" ", "/**/", "/* * / */", "(", "-- x\n", "/*+", "*", "/*"}) {
            assertThat(of(piece.repeat(100_000) + "UPDATE", dialect)).isEqualTo(-1);
            assertThat(of("SELECT /*+" + piece.repeat(100_000), dialect)).isEqualTo(-1);
            assertThat(of("SET STATEMENT" + piece.repeat(100_000), dialect)).isEqualTo(-1);
            assertThat(of("SET STATEMENT a=" + piece.repeat(100_000) + " FOR", dialect))
                    .isEqualTo(-1);
        }
    }

    private long of(String sql, SqlDialect dialect) {
        TimeLimit limit = TimeLimit.of(SqlCommand.of(sql.getBytes(StandardCharsets.UTF_8)), variables, true, dialect);
        return limit.isNone() ? -1 : limit.millis();
    }
}
