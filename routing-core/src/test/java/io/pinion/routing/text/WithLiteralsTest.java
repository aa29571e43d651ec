package io.pinion.routing.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.MysqlCharsets;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text of a prepared statement with its values written in. */
class WithLiteralsTest {
    private static final TextRules DEFAULTS = TextRules.defaults(SqlDialect.MYSQL, 80400);

    @Test
    void eachKindOfValueHasItsLiteral() {
        String text = written(
                "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?",
                new ParameterValue.Null(),
                new ParameterValue.Int(-7),
                new ParameterValue.Unsigned(-1),
                new ParameterValue.Decimal("-1.50"),
                new ParameterValue.Real(0.1),
                new ParameterValue.Real(-0.0),
                text("it's"),
                new ParameterValue.Binary(new byte[] {0, (byte) 0xFF}),
                new ParameterValue.Temporal(ParameterValue.Temporal.Kind.TIMESTAMP, "2026-01-31 12:00:00"));
        assertThat(text)
                .isEqualTo(
                        "SELECT NULL, -7, 18446744073709551615, -1.50, 0.1E0, -0.0E0, 'it''s', _binary x'00ff', TIMESTAMP'2026-01-31 12:00:00'");
    }

    @Test
    void numbersDontRunIntoTheirNeighbours() {
        ParameterValue five = new ParameterValue.Int(5);
        ParameterValue minusFive = new ParameterValue.Int(-5);
        assertThat(written("SELECT?FROM t LIMIT?", five, five)).isEqualTo("SELECT 5 FROM t LIMIT 5");
        // Two hyphens would begin a comment if a blank followed.
        assertThat(written("SELECT 1-?", minusFive)).isEqualTo("SELECT 1- -5");
        assertThat(written("SELECT --? FROM t", five)).isEqualTo("SELECT --5 FROM t");
        assertThat(written("SELECT --? FROM t", minusFive)).isEqualTo("SELECT ---5 FROM t");
        // COLLATE binds tighter than a minus.
        assertThat(written("SELECT ?\n collate utf8mb4_bin", minusFive)).isEqualTo("SELECT (-5)\n collate utf8mb4_bin");
    }

    @Test
    void questionMarksInStringsAndCommentsStay() {
        assertThat(written("SELECT '?', \"?\", `?` /* ? */, ? -- ?", text("a?b")))
                .isEqualTo("SELECT '?', \"?\", `?` /* ? */, 'a?b' -- ?");
    }

    @Test
    void aBackslashIsEscapedOnlyWhereItEscapes() {
        TextRules noEscapes =
                new TextRules(false, true, false, false, CharsetClass.ASCII_SAFE, SqlDialect.MYSQL, 80400);
        assertThat(written(DEFAULTS, "utf8mb4", "SET @a = ?", text("a\\b"))).isEqualTo("SET @a = 'a\\\\b'");
        assertThat(written(noEscapes, "utf8mb4", "SET @a = ?", text("a\\b"))).isEqualTo("SET @a = 'a\\b'");
    }

    @Test
    void textOfAnotherCharacterSetKeepsItsBytes() {
        ParameterValue umlaut = new ParameterValue.Text(new byte[] {(byte) 0xFC}, "latin1");
        assertThat(written(DEFAULTS, "utf8mb4", "SET @a = ?", umlaut)).isEqualTo("SET @a = _latin1 x'fc'");
        ParameterValue japanese = new ParameterValue.Text("日".getBytes(StandardCharsets.UTF_8), "utf8mb4");
        assertThat(written(DEFAULTS, "latin1", "SET @a = ?", japanese)).isEqualTo("SET @a = _utf8mb4 x'e697a5'");
    }

    @Test
    void textWithoutACharacterSetIsTextForItsOwnClientAlone() {
        ParameterValue bare = new ParameterValue.Text(new byte[] {'x'}, "binary");
        assertThat(written(DEFAULTS, "binary", "SET @a = ?", bare)).isEqualTo("SET @a = 'x'");
        assertThat(written(DEFAULTS, "utf8mb4", "SET @a = ?", bare)).isEqualTo("SET @a = _binary x'78'");
    }

    @Test
    void aDayThatIsNoneIsATimeWhereServersTakeIt() {
        ParameterValue none = new ParameterValue.Temporal(ParameterValue.Temporal.Kind.DATE, "0000-00-00");
        TextRules mariaDb = TextRules.defaults(SqlDialect.MARIADB, 101119);
        assertThat(written(mariaDb, "utf8mb4", "SELECT ?", none)).isEqualTo("SELECT DATE'0000-00-00'");
        assertThat(written("SELECT ?", none)).isEqualTo("SELECT '0000-00-00'");
    }

    /** A literal of such would be error 1525, where the server only warns of a value. */
    @Test
    void whatNoCalendarHasIsAString() {
        assertThat(written("SELECT ?", day("2024-02-30"))).isEqualTo("SELECT '2024-02-30'");
        assertThat(written("SELECT ?", day("2024-02-29"))).isEqualTo("SELECT DATE'2024-02-29'");
        assertThat(written("SELECT ?", day("2023-02-29"))).isEqualTo("SELECT '2023-02-29'");
        assertThat(written("SELECT ?", day("2024-13-01"))).isEqualTo("SELECT '2024-13-01'");
        assertThat(written("SELECT ?", day("65535-12-31"))).isEqualTo("SELECT '65535-12-31'");
        assertThat(written("SELECT ?", day("2024-01-02 255:00:00"))).isEqualTo("SELECT '2024-01-02 255:00:00'");
        assertThat(written("SELECT ?", day("2024-01-02 23:59:59.5"))).isEqualTo("SELECT DATE'2024-01-02 23:59:59.5'");
        assertThat(written("SELECT ?", time("103079215080:00:00"))).isEqualTo("SELECT '103079215080:00:00'");
        assertThat(written("SELECT ?", time("-838:59:59.5"))).isEqualTo("SELECT TIME'-838:59:59.5'");
        assertThat(written("SELECT ?", time("839:00:00"))).isEqualTo("SELECT '839:00:00'");
    }

    private static ParameterValue day(String text) {
        return new ParameterValue.Temporal(ParameterValue.Temporal.Kind.DATE, text);
    }

    private static ParameterValue time(String text) {
        return new ParameterValue.Temporal(ParameterValue.Temporal.Kind.TIME, text);
    }

    @Test
    void whatIsNoNumberIsNoNull() {
        assertThat(written("SET @a = ?", new ParameterValue.Real(Double.NaN))).isEqualTo("SET @a = (1e308 * 1e308)");
    }

    /** 0x5C is the second byte of some characters, and half a character may stand before a quote. */
    @Test
    void gbkBytesCantBreakOut() {
        TextRules gbk = new TextRules(false, false, false, false, CharsetClass.GBK, SqlDialect.MYSQL, 80400);
        byte[] whole = {(byte) 0xBF, 0x5C};
        byte[] half = {(byte) 0xBF, '\'', ' ', 'O', 'R', ' ', '1'};
        assertThat(bytes(gbk, "gbk", "SET @a = ?", new ParameterValue.Text(whole, "gbk")))
                .isEqualTo(latin1("SET @a = '\u00BF\\'"));
        assertThat(bytes(gbk, "gbk", "SET @a = ?", new ParameterValue.Text(half, "gbk")))
                .isEqualTo(latin1("SET @a = '\u00BF'' OR 1'"));
    }

    @Property(tries = 2000)
    void textReadsBackAsItWas(
            @ForAll byte[] content, @ForAll CharsetClass charset, @ForAll boolean noBackslashEscapes) {
        TextRules rules = new TextRules(false, noBackslashEscapes, false, false, charset, SqlDialect.MARIADB, 101119);
        String name =
                switch (charset) {
                    case ASCII_SAFE -> "cp1251";
                    case BLANK_A0 -> "latin1";
                    case BLANK_FF -> "cp852";
                    case EUC -> "euckr";
                    case UNKNOWN -> "swe7";
                    case BIG5 -> "big5";
                    case GBK -> "gbk";
                    case SJIS -> "sjis";
                    case GB18030 -> "gb18030";
                };
        byte[] sql =
                bytes(rules, name, "SELECT 1 FROM t WHERE a = ? AND b = 1", new ParameterValue.Text(content, name));
        Statement statement = tokenizer().scan(sql, rules);
        assertThat(statement.anchorCount()).isEqualTo(2);
        assertThat(statement.problem().isEmpty()).isEqualTo(charset != CharsetClass.UNKNOWN);
        assertThat(((LiteralValue.Text) statement.literal(0, 0, name)).bytes()).isEqualTo(content);
    }

    /** A literal there would be the number of a column, and in a window it is error 3592. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT a FROM t ORDER BY ?, b LIMIT 9 | SELECT a FROM t ORDER BY CAST(5 AS SIGNED), b LIMIT 9",
                "SELECT a FROM t GROUP BY b, ? | SELECT a FROM t GROUP BY b, CAST(5 AS SIGNED)",
                "SELECT ROW_NUMBER() OVER (ORDER BY ?, k) FROM t | SELECT ROW_NUMBER() OVER (ORDER BY CAST(5 AS SIGNED), k) FROM t",
                "SELECT RANK() OVER (PARTITION BY a, ? ORDER BY k) | SELECT RANK() OVER (PARTITION BY a, CAST(5 AS SIGNED) ORDER BY k)",
                "SELECT a FROM t ORDER BY FIELD(a, ?) | SELECT a FROM t ORDER BY FIELD(a, 5)",
                "SELECT a FROM t ORDER BY a LIMIT 1, ? | SELECT a FROM t ORDER BY a LIMIT 1, 5",
                "SELECT a, ? FROM t | SELECT a, 5 FROM t"
            })
    void aBoundNumberIsNoPositionForMySql(String sql, String written) {
        ParameterValue five = new ParameterValue.Int(5);
        TextRules mysql = TextRules.defaults(SqlDialect.MYSQL, 90704);
        assertThat(written(mysql, "utf8mb4", sql, five)).isEqualTo(written);
        TextRules mariaDb = TextRules.defaults(SqlDialect.MARIADB, 110405);
        assertThat(written(mariaDb, "utf8mb4", sql, five)).isEqualTo(sql.replace("?", "5"));
    }

    /** The kind of what is computed is that of its operands: {@code 1 - 7} is an error when 7 is unsigned. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT 1 - ? FROM t | SELECT 1 - CAST(7 AS UNSIGNED) FROM t | SELECT 1 - 7. FROM t",
                "SELECT b FROM t WHERE b >= ? LIMIT ? | SELECT b FROM t WHERE b >= 7 LIMIT 7 | SELECT b FROM t WHERE b >= 7 LIMIT 7",
                "SELECT ? DIV 2 FROM t | SELECT CAST(7 AS UNSIGNED) DIV 2 FROM t | SELECT 7. DIV 2 FROM t"
            })
    void aBoundNumberKeepsItsKindBesideAnOperator(String sql, String unsigned, String decimal) {
        assertThat(written(sql, copies(sql, new ParameterValue.Unsigned(7)))).isEqualTo(unsigned);
        assertThat(written(sql, copies(sql, new ParameterValue.Decimal("7")))).isEqualTo(decimal);
    }

    private static ParameterValue[] copies(String sql, ParameterValue value) {
        return Collections.nCopies((int) sql.chars().filter(c -> c == '?').count(), value)
                .toArray(ParameterValue[]::new);
    }

    private static ParameterValue text(String value) {
        return new ParameterValue.Text(value.getBytes(StandardCharsets.UTF_8), "utf8mb4");
    }

    private static String written(String sql, ParameterValue... values) {
        return written(DEFAULTS, "utf8mb4", sql, values);
    }

    private static String written(TextRules rules, String charset, String sql, ParameterValue... values) {
        Charset java = MysqlCharsets.find(charset).orElseThrow();
        return new String(bytes(rules, charset, sql, values), java);
    }

    private static byte[] bytes(TextRules rules, String charset, String sql, ParameterValue... values) {
        byte[] bytes = latin1(sql);
        return tokenizer()
                .scan(bytes, 0, bytes.length, rules, Parameters.of(List.of(values)))
                .withLiterals(charset);
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static SqlTokenizer tokenizer() {
        return new SqlTokenizer(new FingerprintKey(1, 2), (text, from, to) -> false);
    }
}
