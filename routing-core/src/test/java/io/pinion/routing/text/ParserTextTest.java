package io.pinion.routing.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ParserTextTest {
    private static final SqlTokenizer TOKENIZER = new SqlTokenizer(new FingerprintKey(1, 2), ShardNames.NONE);

    private static String parserText(String sql, Charset charset, CharsetClass charsetClass) {
        TextRules rules = new TextRules(false, false, false, false, charsetClass, Dialect.MARIADB, 101119);
        return ParserText.of(Tokens.of(TOKENIZER.scan(sql.getBytes(charset), rules)));
    }

    private static String parserText(String sql) {
        return parserText(sql, StandardCharsets.UTF_8, CharsetClass.ASCII_SAFE);
    }

    @Test
    void commentsAndMarksBecomeBlanks() {
        assertThat(parserText("SELECT /* x */ a/*!40001 , b*/ FROM t -- end"))
                .isEqualTo("SELECT         a         , b   FROM t       ");
    }

    @Test
    void stringsLoseTheirContentAndKeepTheirLength() {
        assertThat(parserText("SELECT 'it''s', \"a\\\"b\", _utf8mb4'c', N'd', '' FROM t"))
                .isEqualTo("SELECT 'xxxxx', 'xxxx',         'x',  'x', '' FROM t");
    }

    @Test
    void trailBytesCannotMislead() {
        assertThat(parserText("SELECT '縗' FROM t", Charset.forName("GBK"), CharsetClass.GBK))
                .isEqualTo("SELECT 'xx' FROM t");
    }

    @Test
    void namesBeyondAsciiAreLettersAndLeadBack() {
        String text = parserText("SELECT naïve FROM t");
        String name = text.substring("SELECT ".length(), text.indexOf(" FROM"));
        assertThat(name).hasSize(6).matches("\\p{L}+");
        assertThat(ParserText.original(name, StandardCharsets.UTF_8)).isEqualTo("naïve");
    }
}
