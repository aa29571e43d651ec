package io.pinion.routing.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SqlTokenizerTest {
    private static final TextRules RULES = TextRules.defaults(SqlDialect.MARIADB, 101119);
    private final SqlTokenizer tokenizer = new SqlTokenizer(new FingerprintKey(1, 2), ShardNames.NONE);

    private Statement scan(String sql) {
        return tokenizer.scan(sql.getBytes(StandardCharsets.UTF_8), RULES);
    }

    @Test
    void literalsDoNotChangeTheFingerprint() {
        Statement one = scan("SELECT id, data FROM pins WHERE id = 241294492511762325");
        Statement other = scan("SELECT id, data FROM pins WHERE id = 7");
        assertThat(one.fingerprint()).isEqualTo(other.fingerprint());
        assertThat(one.anchorCount()).isEqualTo(1);
        assertThat(one.literal(0, 0, "utf8mb4")).isEqualTo(new LiteralValue.Int(241294492511762325L));
        assertThat(one.kind()).isEqualTo(StatementKind.SELECT);
    }

    @Test
    void listsOfAnyLengthAreOneShape() {
        Statement one = scan("SELECT id FROM pins WHERE id IN (1)");
        Statement three = scan("SELECT id FROM pins WHERE id IN (1, 22 ,333)");
        assertThat(one.fingerprint()).isEqualTo(three.fingerprint());
        assertThat(three.elementCount(0)).isEqualTo(3);
        assertThat(three.literal(0, 2, "utf8mb4")).isEqualTo(new LiteralValue.Int(333));
        assertThat(scan("SELECT id FROM pins WHERE id IN ('a')").fingerprint()).isNotEqualTo(one.fingerprint());
    }

    @Test
    void nulIsInDoubtOutsideOfQuotesAndCommentsAlone() {
        assertThat(scan("SELECT 1\0").problem()).contains(TextProblem.NUL);
        assertThat(scan("SELECT 1;\0SELECT 2").problem()).isEmpty();
        assertThat(scan("\0").problem()).contains(TextProblem.NUL);
        assertThat(scan("SELECT '\0', `\0` /* \0 */ -- \0").problem()).isEmpty();
    }
}
