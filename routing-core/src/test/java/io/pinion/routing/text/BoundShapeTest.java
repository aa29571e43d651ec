package io.pinion.routing.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bound parameter is an anchor like the literal that would say the same. */
class BoundShapeTest {
    private static final TextRules RULES = TextRules.defaults(SqlDialect.MYSQL, 80400);
    private static final ParameterValue FIVE = new ParameterValue.Int(5);
    private static final ParameterValue MINUS_FIVE = new ParameterValue.Int(-5);
    private static final ParameterValue TEXT = new ParameterValue.Text(new byte[] {'5'}, "utf8mb4");
    private static final ParameterValue NULL = new ParameterValue.Null();

    @Test
    void aValueHasTheFingerprintOfItsLiteral() {
        assertThat(fingerprint("SELECT a FROM t WHERE id = ?", FIVE))
                .isEqualTo(fingerprint("SELECT a FROM t WHERE id = 77"))
                .isNotEqualTo(fingerprint("SELECT a FROM t WHERE id = ?", TEXT))
                .isNotEqualTo(fingerprint("SELECT a FROM t WHERE id = ?", NULL))
                .isNotEqualTo(fingerprint("SELECT a FROM t WHERE id = ?", MINUS_FIVE))
                .isNotEqualTo(fingerprint("SELECT a FROM t WHERE id = ?"));
        assertThat(fingerprint("SELECT a FROM t WHERE id = ?", TEXT))
                .isEqualTo(fingerprint("SELECT a FROM t WHERE id = 'x'"));
    }

    @Test
    void aListOfValuesIsOneAnchorOfAnyLength() {
        assertThat(fingerprint("SELECT a FROM t WHERE id IN (?, ?, 3)", FIVE, FIVE))
                .isEqualTo(fingerprint("SELECT a FROM t WHERE id IN (1,2)"));
        assertThat(shape("SELECT a FROM t WHERE id IN (?, ?) AND b = ?", FIVE, FIVE, TEXT))
                .isEqualTo("SELECT a FROM t WHERE id IN (<integer x 2>) AND b = <string>");
        assertThat(shape("SELECT a FROM t WHERE id IN (?, ?, ?) AND b = ?", FIVE, NULL, MINUS_FIVE, TEXT))
                .isEqualTo("SELECT a FROM t WHERE id IN (<integer>, <null>, <negative integer>) AND b = <string>");
    }

    @Test
    void aParameterThatNamesAnItemOrMayBeAnOrdinalIsStillAnAnchor() {
        assertThat(shape("SELECT id + ?, 5, id IN (?, ?) FROM t ORDER BY ?, 2", FIVE, FIVE, FIVE, FIVE))
                .isEqualTo("SELECT id + <integer>, 5, id IN (<integer>, <integer>) FROM t ORDER BY <integer>, 2");
        assertThat(fingerprint("SELECT id + ? FROM t", FIVE)).isNotEqualTo(fingerprint("SELECT id + 5 FROM t"));
        assertThat(fingerprint("SELECT a FROM t ORDER BY ?", FIVE))
                .isNotEqualTo(fingerprint("SELECT a FROM t ORDER BY 5"));
    }

    @Test
    void wholeNumbersAreIntegersHoweverTheyAreSent() {
        assertThat(kind(new ParameterValue.Unsigned(-1))).isEqualTo(AnchorKind.INTEGER);
        assertThat(kind(new ParameterValue.Decimal("12"))).isEqualTo(AnchorKind.INTEGER);
        assertThat(kind(new ParameterValue.Decimal("-12"))).isEqualTo(AnchorKind.NEGATIVE_INTEGER);
        assertThat(kind(new ParameterValue.Decimal("12.0"))).isEqualTo(AnchorKind.DECIMAL);
        assertThat(kind(new ParameterValue.Real(12))).isEqualTo(AnchorKind.INTEGER);
        assertThat(kind(new ParameterValue.Real(-12))).isEqualTo(AnchorKind.NEGATIVE_INTEGER);
        assertThat(kind(new ParameterValue.Real(0x1p53))).isEqualTo(AnchorKind.FLOAT);
        assertThat(kind(new ParameterValue.Real(-0.0))).isEqualTo(AnchorKind.FLOAT);
        assertThat(kind(new ParameterValue.Real(-0.5))).isEqualTo(AnchorKind.NEGATIVE_NUMBER);
        assertThat(kind(new ParameterValue.Real(Double.NaN))).isEqualTo(AnchorKind.FLOAT);
    }

    /** As MariaDB 11.4 and MySQL 9.7 read them. */
    @ParameterizedTest
    @CsvSource({
        "1E+3, 1000",
        "-12.5e-1, -1.25",
        ".5e1, 5",
        "' 7', 7",
        "'', 0",
        "abc, 0",
        "NaN, 0",
        "12abc, 12",
        "5e-40, 0.0000000000000000000000000000000000000005",
        "-1e999999999999, -" + "99999999999999999999999999999999999999999999999999999999999999999"
    })
    void decimalsOfAnyFormAreNumbers(String sent, String number) {
        assertThat(ParameterValue.ofDecimal(sent)).isEqualTo(new ParameterValue.Decimal(number));
    }

    private static AnchorKind kind(ParameterValue value) {
        return scan("SELECT a FROM t WHERE id = ?", value).anchorKind(0);
    }

    private static Fingerprint fingerprint(String sql, ParameterValue... values) {
        return scan(sql, values).fingerprint();
    }

    private static String shape(String sql, ParameterValue... values) {
        return ShapeText.shape(scan(sql, values));
    }

    private static Statement scan(String sql, ParameterValue... values) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        return new SqlTokenizer(new FingerprintKey(1, 2), (text, from, to) -> false)
                .scan(bytes, 0, bytes.length, RULES, Parameters.of(List.of(values)));
    }
}
