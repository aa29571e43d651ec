package io.pinion.routing.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.MysqlCharsets;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LiteralValueTest {
    private static final SqlTokenizer TOKENIZER = new SqlTokenizer(new FingerprintKey(1, 2), ShardNames.NONE);

    private static LiteralValue value(String literal) {
        return value(("SELECT a FROM t WHERE a = " + literal).getBytes(StandardCharsets.UTF_8), "utf8mb4", false);
    }

    private static LiteralValue value(byte[] sql, String charset, boolean noBackslashEscapes) {
        TextRules rules = new TextRules(
                false, noBackslashEscapes, false, false, CharsetClass.of(charset), SqlDialect.MARIADB, 101119);
        return TOKENIZER.scan(sql, rules).literal(0, 0, charset);
    }

    private static String string(String literal) {
        return string(value(literal));
    }

    private static String string(LiteralValue value) {
        return ((LiteralValue.Text) value).string().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, 241294492511762325L, Long.MAX_VALUE, 999_999_999_999_999_999L})
    void integersAreExact(long expected) {
        assertThat(value(Long.toString(expected))).isEqualTo(new LiteralValue.Int(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "18446744073709551615", "99999999999999999999999999"})
    void integersBeyondLongAreExactToo(String digits) {
        assertThat(value(digits)).isEqualTo(new LiteralValue.BigInt(new BigInteger(digits)));
    }

    @Test
    void leadingZerosCountForNothing() {
        assertThat(value("000000000000000000000000000000005")).isEqualTo(new LiteralValue.Int(5));
    }

    @Test
    void decimalsAndFloatsAreKeptAsWritten() {
        assertThat(value("1.50")).isEqualTo(new LiteralValue.Decimal(new BigDecimal("1.50")));
        assertThat(value(".5")).isEqualTo(new LiteralValue.Decimal(new BigDecimal("0.5")));
        assertThat(value("1.")).isEqualTo(new LiteralValue.Decimal(new BigDecimal("1")));
        assertThat(value("1e5")).isEqualTo(new LiteralValue.Floating("1e5"));
    }

    @Test
    void escapesAreThoseOfTheManual() {
        assertThat(string("'it''s'")).isEqualTo("it's");
        assertThat(string("\"say \"\"x\"\"\"")).isEqualTo("say \"x\"");
        assertThat(string("'a\\'b\\\"c\\\\d'")).isEqualTo("a'b\"c\\d");
        assertThat(string("'\\0\\b\\n\\r\\t\\Z\\x'")).isEqualTo("\0\b\n\r\t\u001ax");
        assertThat(string("'5\\%\\_'")).isEqualTo("5\\%\\_");
    }

    @Test
    void withoutBackslashEscapesABackslashIsOne() {
        byte[] sql = "SELECT a FROM t WHERE a = 'a\\n''b'".getBytes(StandardCharsets.UTF_8);
        assertThat(string(value(sql, "utf8mb4", true))).isEqualTo("a\\n'b");
    }

    @Test
    void adjacentStringsAreOne() {
        assertThat(string("'a' 'b'  \"c\"")).isEqualTo("abc");
        assertThat(string("'a' /* and */ 'b'\n-- more\n'c'")).isEqualTo("abc");
        assertThat(string("'a''b'")).isEqualTo("a'b");
    }

    @Test
    void anIntroducerNamesTheCharacterSet() {
        byte[] sql = "SELECT a FROM t WHERE a = _latin1'\u00e9'".getBytes(StandardCharsets.ISO_8859_1);
        LiteralValue.Text text = (LiteralValue.Text) value(sql, "utf8mb4", false);
        assertThat(text.charset()).isEqualTo("latin1");
        assertThat(text.string()).contains("é");
        assertThat(text.bytesIn("utf8mb4")).contains("é".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aBinaryIntroducerMakesBytes() {
        assertThat(value("_binary'abc'"))
                .isInstanceOfSatisfying(LiteralValue.Binary.class, binary -> assertThat(binary.bytes())
                        .isEqualTo("abc".getBytes(StandardCharsets.US_ASCII)));
    }

    @ParameterizedTest
    @CsvSource({"x'1F2e',1f2e", "X'',''", "0x1F,1f", "0xABC,0abc", "b'101',05", "0b100000001,0101", "b'',''"})
    void hexAndBitsAreBytes(String literal, String expected) {
        assertThat(value(literal)).isInstanceOfSatisfying(LiteralValue.Binary.class, binary -> assertThat(
                        HexFormat.of().formatHex(binary.bytes()))
                .isEqualTo(expected));
    }

    @Test
    void hexWithAnIntroducerIsText() {
        assertThat(string(value("_utf8mb4 x'c3a9'"))).isEqualTo("é");
    }

    @Test
    void theKeyIsTheSameHoweverItIsWritten() {
        for (String literal :
                new String[] {"'1.2.3.4'", "'1.2' '.3.4'", "N'1.2.3.4'", "'1.2\\.3.4'", "_latin1'1.2.3.4'"}) {
            LiteralValue.Text text = (LiteralValue.Text) value(literal);
            assertThat(text.bytesIn("utf8mb4")).contains("1.2.3.4".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Test
    void aStringOfDigitsIsAnIntegerToo() {
        assertThat(((LiteralValue.Text) value("'241294492511762325'")).integer())
                .isEqualTo(OptionalLong.of(241294492511762325L));
        assertThat(((LiteralValue.Text) value("'1 '")).integer()).isEmpty();
        assertThat(((LiteralValue.Text) value("''")).integer()).isEmpty();
    }

    /** Every one of these characters ends in the byte of a backslash, which must not escape the closing quote. */
    @ParameterizedTest
    @CsvSource({"gbk,縗", "big5,功", "cp932,表", "sjis,ソ", "gb18030,縗"})
    void aTrailByteIsNoBackslash(String charset, String character) {
        Charset javaCharset = MysqlCharsets.find(charset).orElseThrow();
        byte[] sql = ("SELECT a FROM t WHERE a = '" + character + "' AND b = 'x'").getBytes(javaCharset);
        assertThat(sql).contains('\\');
        TextRules rules =
                new TextRules(false, false, false, false, CharsetClass.of(charset), SqlDialect.MARIADB, 101119);
        Statement statement = TOKENIZER.scan(sql, rules);
        assertThat(statement.anchorCount()).isEqualTo(2);
        assertThat(string(statement.literal(0, 0, charset))).isEqualTo(character);
        assertThat(TOKENIZER
                        .scan(sql, TextRules.defaults(SqlDialect.MARIADB, 101119))
                        .problem())
                .contains(TextProblem.UNTERMINATED_STRING);
    }

    /** A lead byte without its trail byte must not swallow the quote. */
    @ParameterizedTest
    @ValueSource(strings = {"gbk", "big5", "cp932", "sjis", "gb18030", "utf8mb4"})
    void aLoneLeadByteDoesNotHideTheQuote(String charset) {
        byte[] sql = "SELECT a FROM t WHERE a = '\u00e5' AND b = 'x'".getBytes(StandardCharsets.ISO_8859_1);
        TextRules rules =
                new TextRules(false, false, false, false, CharsetClass.of(charset), SqlDialect.MARIADB, 101119);
        assertThat(TOKENIZER.scan(sql, rules).anchorCount()).isEqualTo(2);
    }

    @Test
    void aBackquoteAsTrailByteDoesNotEndTheName() {
        byte[] sql = {'S', 'E', 'L', 'E', 'C', 'T', ' ', '`', (byte) 0x81, '`', '`', ' ', 'F', 'R', 'O', 'M', ' ', 't'};
        TextRules rules = new TextRules(false, false, false, false, CharsetClass.GBK, SqlDialect.MARIADB, 101119);
        Statement statement = TOKENIZER.scan(sql, rules);
        assertThat(statement.problem()).isEmpty();
        assertThat(Tokens.of(statement).isWord(2, "FROM")).isTrue();
    }

    @Test
    void latin1IsCp1252WithItsHolesFilled() {
        byte[] sql = "SELECT a FROM t WHERE a = '\u0080\u0081'".getBytes(StandardCharsets.ISO_8859_1);
        LiteralValue.Text text = (LiteralValue.Text) value(sql, "latin1", false);
        assertThat(text.bytesIn("utf8mb4")).contains("€\u0081".getBytes(StandardCharsets.UTF_8));
    }

    /** To a server the two bytes of sjis are U+2015, to Java U+2014. */
    @Test
    void aCharacterThatJavaReadsOtherwiseThanServersIsNone() {
        byte[] dash = {(byte) 0x81, 0x5C};
        assertThat(new LiteralValue.Text(dash, "sjis").string()).isEmpty();
        assertThat(new LiteralValue.Text(dash, "sjis").bytesIn("utf8mb4")).isEmpty();
        assertThat(new LiteralValue.Text("\u2014".getBytes(StandardCharsets.UTF_8), "utf8mb4").bytesIn("sjis"))
                .isEmpty();
    }
}
