package io.pinion.routing.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rest is in the golden cases of doubt. No server takes a parameter in these places, so that they are texts alone. */
class RewrittenTextsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE y (a INT) ENGINE=InnoDB foo='*/ AS SELECT 1 /*'",
                "CREATE TABLE y (a INT) ENGINE=InnoDB foo='*\\/ AS SELECT 1 /*'",
                "CREATE TABLE y (a INT foo='*/ AS SELECT 1 /*')",
                "ALTER TABLE y foo='*/ AS SELECT 1 /*'",
                "ALTER TABLE y foo := '*/ AS SELECT 1 /*'",
                "CREATE TABLE y (a INT) ENGINE=InnoDB page_compressed:=`0 AS SELECT 1`",
                "CREATE INDEX i ON y (a) foo='*/ AS SELECT 1 /*'",
                "CREATE UNIQUE INDEX i ON y (a) foo=`0 AS SELECT 1`",
                "CREATE PROCEDURE p() CREATE INDEX i ON y (a) foo='*/ AS SELECT 1 /*'",
                "CREATE PROCEDURE p() CREATE TABLE y (a INT) foo='*/ AS SELECT 1 /*'",
                "SET STATEMENT max_statement_time = 1 FOR CREATE TABLE y (a INT) foo='*/ AS SELECT 1 /*'"
            })
    void anOptionThatEndsACommentIsInDoubtOnMariaDb(String sql) {
        assertThat(problem(sql, SqlDialect.MARIADB)).contains(TextProblem.REWRITTEN_TABLE);
        assertThat(problem(sql, SqlDialect.MYSQL)).isNotEqualTo(Optional.of(TextProblem.REWRITTEN_TABLE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE y (a INT) COMMENT='*/'",
                "CREATE TABLE y (a INT COMMENT '*/')",
                "CREATE TABLE y (a VARCHAR(9) DEFAULT '*/')",
                "CREATE TABLE y SELECT * FROM x WHERE a='*/' AND b=`c`",
                "ALTER TABLE y ADD b INT COMMENT '*/'",
                "CREATE PROCEDURE p() SELECT * FROM x WHERE a='*/' AND b=`c`"
            })
    void textsOfUsersAreNot(String sql) {
        assertThat(problem(sql, SqlDialect.MARIADB)).isEmpty();
    }

    private static Optional<TextProblem> problem(String sql, SqlDialect dialect) {
        return new SqlTokenizer(new FingerprintKey(1, 2), ShardNames.NONE)
                .scan(sql.getBytes(StandardCharsets.UTF_8), TextRules.defaults(dialect, 110405))
                .problem();
    }
}
