package io.pinion.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyEncoderTest {
    /** The weight of a space in the second cell of each row. */
    private static final Comparison PADDED = new Comparison.Padded(1);

    @Test
    void numbersOfAnySizeAreInOrder() {
        assertThatAreInOrder(
                Comparison.NUMERIC,
                null,
                "-99999999999999999999999999999999999999999999999999999999999999999",
                "-18446744073709551616",
                "-10",
                "-9.5",
                "-9",
                "-1",
                "-0.10",
                "-0.010",
                "0",
                "0.001",
                "0.01",
                "0.011",
                "0.1",
                "1",
                "1.05",
                "1.5",
                "2",
                "9",
                "10",
                "10.01",
                "19",
                "100",
                "9223372036854775807",
                "18446744073709551615",
                "18446744073709551615.5");
    }

    @Test
    void numbersAreEqualWhateverTheirZeros() {
        assertThatAreEqual(Comparison.NUMERIC, "1.5", "1.50", "01.500", "1.5000000000000000000000");
        assertThatAreEqual(Comparison.NUMERIC, "0", "0.00", "-0.0", "00");
        assertThatAreEqual(Comparison.NUMERIC, "100", "100.0", "00100");
        assertThatAreEqual(Comparison.NUMERIC, "-0.01", "-.01", "-0.010");
    }

    @Test
    void doublesAreInOrder() {
        assertThatAreInOrder(
                Comparison.FLOATING,
                null,
                "-1.7976931348623157e308",
                "-1e15",
                "-1",
                "-5e-324",
                "0",
                "5e-324",
                "1e-16",
                "0.1",
                "0.30000000000000004",
                "1",
                "9",
                "10",
                "1e15",
                "1.7976931348623157e308");
        assertThatAreEqual(Comparison.FLOATING, "0", "-0", "0.00", "0e0");
    }

    @Test
    void bytesAreUnsignedAndPrefixesComeFirst() {
        assertThatAreInOrder(
                Comparison.BYTES,
                null,
                "",
                "\0",
                "\0\0",
                "\0\u00FF",
                "\u0001",
                "2026-11-20",
                "2026-11-20 10:00:00",
                "a",
                "a\0",
                "a ",
                "ab",
                "\u0080",
                "\u00FF",
                "\u00FF\0",
                "\u00FF\u00FF");
    }

    @Test
    void timesAreSigned() {
        assertThatAreInOrder(
                Comparison.TIME,
                null,
                "-838:59:59.999999",
                "-838:59:59",
                "-100:00:00",
                "-99:59:59",
                "-00:00:01",
                "-00:00:00.5",
                "-00:00:00.000001",
                "00:00:00",
                "00:00:00.000001",
                "00:00:00.1",
                "00:00:01",
                "00:01:00",
                "01:00:00",
                "99:59:59",
                "100:00:00",
                "838:59:59.999999");
        assertThatAreEqual(Comparison.TIME, "00:00:00", "-00:00:00", "00:00:00.000000");
        assertThatAreEqual(Comparison.TIME, "01:02:03.5", "01:02:03.500", "1:2:3.500000");
    }

    @Test
    void paddedWeightsGoOnWithSpaces() {
        String space = "\0 ";
        String tab = "\0\t";
        String a = "\0A";
        assertThatAreInOrder(
                PADDED,
                space,
                Arrays.asList(
                        null,
                        tab,
                        tab + a,
                        "",
                        space + a + tab,
                        space + a,
                        a + tab,
                        a + tab + a,
                        a,
                        a + space + a,
                        a + a));
        assertThatAreEqual(PADDED, space, List.of("", space, space + space));
        assertThatAreEqual(PADDED, space, List.of(a, a + space, a + space + space));
    }

    @Test
    void aDescendingKeyHasNullLastAndDoesNotTouchTheNext() {
        KeyEncoder encoder = KeyEncoder.ofOrder(List.of(
                new SortKey(new Key("a", 0, Comparison.BYTES), true),
                new SortKey(new Key("b", 1, Comparison.NUMERIC), false)));

        List<byte[]> keys = List.of(
                encoder.encode(Cells.of("ab", "1")),
                encoder.encode(Cells.of("a", null)),
                encoder.encode(Cells.of("a", "1")),
                encoder.encode(Cells.of("a", "2")),
                encoder.encode(Cells.of("", "0")),
                encoder.encode(Cells.of(null, "0")));

        assertThat(keys).isSortedAccordingTo(Arrays::compareUnsigned);
    }

    @Test
    void whatIsNoNumberIsAnError() {
        KeyEncoder encoder = encoder(Comparison.NUMERIC);
        for (String text : List.of("", "-", "abc", "1e5", "1.2.3", "+1")) {
            assertThatThrownBy(() -> encoder.encode(Cells.of(text))).isInstanceOf(NumberFormatException.class);
        }
        assertThatThrownBy(() -> encoder(Comparison.TIME).encode(Cells.of("10:00")))
                .isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> encoder(PADDED).encode(Cells.of("a", null)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void numbersCompareAsBigDecimals(@ForAll("decimals") BigDecimal a, @ForAll("decimals") BigDecimal b) {
        assertThat(compare(Comparison.NUMERIC, "", a.toPlainString(), b.toPlainString()))
                .isEqualTo(a.compareTo(b));
    }

    @Provide
    Arbitrary<BigDecimal> decimals() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(-30, 30).map(i -> BigDecimal.valueOf(i, 1)),
                Arbitraries.bigDecimals().ofScale(5),
                Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(-20, 30))
                        .as((unscaled, scale) -> new BigDecimal(BigInteger.valueOf(unscaled), scale)));
    }

    @Property
    void doublesCompareAsDoubles(@ForAll double a, @ForAll double b) {
        assertThat(compare(Comparison.FLOATING, "", Double.toString(a), Double.toString(b)))
                .isEqualTo(a < b ? -1 : a > b ? 1 : 0);
    }

    @Property
    void paddedStringsCompareAsIfTheyHadTheSameLength(
            @ForAll("weights") String a, @ForAll("weights") String b, @ForAll("spaces") String space) {
        int unit = space.length();
        // A weight string holds whole weights.
        String wholeA = a.substring(0, a.length() / unit * unit);
        String wholeB = b.substring(0, b.length() / unit * unit);

        int naive = (wholeA + space.repeat(8)).substring(0, 8).compareTo((wholeB + space.repeat(8)).substring(0, 8));

        assertThat(compare(PADDED, space, wholeA, wholeB)).isEqualTo(Integer.signum(naive));
    }

    @Provide
    Arbitrary<String> weights() {
        return Arbitraries.strings().withChars('\0', '\u0001', ' ', '!').ofMaxLength(8);
    }

    @Provide
    Arbitrary<String> spaces() {
        return Arbitraries.of(" ", "\0 ", "\u0001!");
    }

    private static void assertThatAreInOrder(Comparison comparison, @Nullable String... ascending) {
        assertThatAreInOrder(comparison, " ", Arrays.asList(ascending));
    }

    private static void assertThatAreInOrder(Comparison comparison, String space, List<@Nullable String> ascending) {
        for (int i = 0; i < ascending.size(); i++) {
            for (int j = 0; j < ascending.size(); j++) {
                assertThat(compare(comparison, space, ascending.get(i), ascending.get(j)))
                        .as("'%s' compared to '%s'", ascending.get(i), ascending.get(j))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    private static void assertThatAreEqual(Comparison comparison, String... equal) {
        assertThatAreEqual(comparison, " ", List.of(equal));
    }

    private static void assertThatAreEqual(Comparison comparison, String space, List<String> equal) {
        for (String text : equal) {
            assertThat(compare(comparison, space, equal.getFirst(), text))
                    .as(text)
                    .isZero();
        }
    }

    private static int compare(Comparison comparison, String space, @Nullable String a, @Nullable String b) {
        KeyEncoder encoder = encoder(comparison);
        byte[] first = encoder.encode(Cells.of(a, space));
        byte[] second = encoder.encode(Cells.of(b, space));
        assertThat(encoder.write(Cells.of(a, space)).compareTo(second))
                .isEqualTo(Arrays.compareUnsigned(first, second));
        return Integer.signum(Arrays.compareUnsigned(first, second));
    }

    private static KeyEncoder encoder(Comparison comparison) {
        return KeyEncoder.of(List.of(new Key("k", 0, comparison)));
    }
}
