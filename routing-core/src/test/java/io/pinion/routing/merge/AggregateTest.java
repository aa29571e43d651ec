package io.pinion.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.routing.merge.AggregateFunction.Input;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What each aggregate makes of the cells of several shards, each of which is a row here. */
class AggregateTest {
    private static final CellType INTEGER = new CellType(CellType.Family.INTEGER, 0);
    private static final CellType DOUBLE = new CellType(CellType.Family.DOUBLE, CellType.NOT_FIXED);
    private static final CellType OTHER = new CellType(CellType.Family.OTHER, 0);

    @Test
    void countsAreAdded() {
        assertThat(single(Aggregate.of(AggregateFunction.COUNT, "n", 0), INTEGER, "3", "0", "9000000000"))
                .isEqualTo("9000000003");
    }

    @Test
    void decimalSumsKeepTheirScale() {
        assertThat(single(sum(), decimal(2), "1.50", "-0.75", "0.25")).isEqualTo("1.00");
        assertThat(single(sum(), decimal(0), "1", "2")).isEqualTo("3");
        assertThat(single(sum(), decimal(2), "-0.05", "0.00")).isEqualTo("-0.05");
    }

    @Test
    void decimalSumsGrowBeyondALong() {
        assertThat(single(sum(), decimal(0), "18446744073709551615", "18446744073709551615", "3"))
                .isEqualTo("36893488147419103233");
        assertThat(single(sum(), decimal(0), "999999999999999999", "999999999999999999", "9223372036854775807"))
                .isEqualTo("11223372036854775805");
        String largest = "9".repeat(65);
        assertThat(single(sum(), decimal(0), largest, largest)).isEqualTo("1" + "9".repeat(64) + "8");
    }

    @Test
    void manyLargeDecimalsDoNotOverflowUnnoticed() {
        @Nullable String[] cells = new String[20];
        java.util.Arrays.fill(cells, "-999999999999999999");
        assertThat(single(sum(), decimal(0), cells)).isEqualTo("-19999999999999999980");
    }

    @Test
    void sumsIgnoreNullAndAreNullWithoutValues() {
        assertThat(single(sum(), decimal(1), null, "1.5", null)).isEqualTo("1.5");
        assertThat(single(sum(), decimal(1), null, null)).isEqualTo("NULL");
        assertThat(single(sum(), DOUBLE, null, null)).isEqualTo("NULL");
    }

    @Test
    void doubleSumsDoNotDependOnTheOrderOfShards() {
        assertThat(single(sum(), DOUBLE, "1e16", "1", "-1e16")).isEqualTo("1");
        assertThat(single(sum(), DOUBLE, "1", "-1e16", "1e16")).isEqualTo("1");
        assertThat(single(sum(), DOUBLE, "0.1", "0.2")).isEqualTo("0.30000000000000004");
    }

    /** As both servers answer for such a sum. */
    @Test
    void aDoubleSumThatIsTooLargeIsZero() {
        assertThat(single(sum(), DOUBLE, "1.7e308", "1.7e308")).isEqualTo("0");
    }

    @Test
    void theSumOfOneShardIsItsOwn() {
        assertThat(single(sum(), DOUBLE, "1.234567890123456e15")).isEqualTo("1.234567890123456e15");
        assertThat(single(sum(), new CellType(CellType.Family.DOUBLE, 2), "0.60", "0.05"))
                .isEqualTo("0.65");
    }

    @Test
    void extremesIgnoreNull() {
        Key key = new Key("k", 0, Comparison.NUMERIC);
        assertThat(single(Aggregate.of(AggregateFunction.MAX, "k", 0).by(key), INTEGER, null, "9", "10", "-11"))
                .isEqualTo("10");
        assertThat(single(Aggregate.of(AggregateFunction.MIN, "k", 0).by(key), INTEGER, null, "9", "10", "-11"))
                .isEqualTo("-11");
        assertThat(single(Aggregate.of(AggregateFunction.MIN, "k", 0).by(key), INTEGER, null, null))
                .isEqualTo("NULL");
    }

    @Test
    void anExtremeBringsTheCellOfItsKeyAlong() {
        Key weight = new Key("name", 1, Comparison.BYTES);
        RowMerger merger =
                aggregating(Aggregate.of(AggregateFunction.MAX, "name", 0).by(weight), List.of(OTHER, OTHER), 3);
        merger.add(0, Cells.of("b", "B"));
        merger.add(1, Cells.of("Z", "Z"));
        merger.add(2, Cells.of("z", "Z"));

        assertThat(finish(merger, 3)).containsExactly("Z,Z");
    }

    /** 5.00003 / 3, 0.05 / 3, 2 / 3 as both servers answered for tables of such columns. */
    @Test
    void averagesAreRoundedAsTheServersRound() {
        assertThat(average(9, 5, "3.00002", "2", "2.00001", "1")).isEqualTo("1.666676666");
        assertThat(average(6, 2, "0.03", "2", "0.02", "1")).isEqualTo("0.016667");
        assertThat(average(4, 0, "2", "2", "0", "1")).isEqualTo("0.6667");
        assertThat(average(4, 0, "-2", "2", "0", "1")).isEqualTo("-0.6667");
        assertThat(average(4, 0, "18446744073709551615", "1", "18446744073709551618", "2"))
                .isEqualTo("12297829382473034411.0000");
        assertThat(average(13, 9, "3.000000001", "2", "3.000000000", "1")).isEqualTo("2.0000000003333");
        assertThat(average(30, 30, "0.3" + "0".repeat(29), "2", "0.3" + "0".repeat(29), "1"))
                .isEqualTo("0.2" + "0".repeat(29));
    }

    /** Seven times 1 / 7 on MariaDB, which adds nine decimals and shows four; a quotient of MySQL has those that it shows. */
    @Test
    void quotientsAreAddedWithTheDigitsThatAreNotShown() {
        List<CellType> columns = List.of(decimal(4), decimal(30));
        RowMerger merger =
                aggregating(Aggregate.of(AggregateFunction.SUM, "s", 0).with(Input.EXACT_SUM, 1), columns, 2);
        merger.add(0, Cells.of("0.4286", "0.428571426" + "0".repeat(21)));
        merger.add(1, Cells.of("0.5714", "0.571428568" + "0".repeat(21)));
        assertThat(finish(merger, 2).getFirst()).startsWith("1.0000,");

        assertThat(quotient("0.4286", "0.428571426", "0.5714", "0.571428568")).isEqualTo("0.14285714");
        assertThat(quotient("0.4287", "0.4287", "0.5716", "0.5716")).isEqualTo("0.14290000");
    }

    @Test
    void anAverageOfNothingIsNull() {
        assertThat(average(4, 0, null, "0", null, "0")).isEqualTo("NULL");
        assertThat(average(4, 0, null, "0", "5", "2")).isEqualTo("2.5000");
    }

    @Test
    void averagesOfDoublesAreDoubles() {
        List<CellType> columns = List.of(DOUBLE, DOUBLE, INTEGER);
        RowMerger merger = aggregating(
                Aggregate.of(AggregateFunction.AVG, "a", 0)
                        .with(Input.SUM, 1)
                        .with(Input.EXACT_SUM, 1)
                        .with(Input.COUNT, 2),
                columns,
                2);
        merger.add(0, Cells.of("0.1", "0.1", "1"));
        merger.add(1, Cells.of("5e19", "1e20", "2"));

        assertThat(finish(merger, 2)).containsExactly("3.333333333333333e19,0.1,1");
    }

    @Test
    void bitsAreUnsigned() {
        assertThat(single(bits(AggregateFunction.BIT_OR), INTEGER, "0", "9223372036854775808", "1"))
                .isEqualTo("9223372036854775809");
        assertThat(single(bits(AggregateFunction.BIT_AND), INTEGER, "18446744073709551615", "6", "3"))
                .isEqualTo("2");
        assertThat(single(bits(AggregateFunction.BIT_XOR), INTEGER, "18446744073709551615", "1"))
                .isEqualTo("18446744073709551614");
    }

    @Test
    void bitsOfBinaryStringsAreBytewise() {
        assertThat(single(bits(AggregateFunction.BIT_AND), OTHER, "\u00FFa", "\u00F0\u00FF"))
                .isEqualTo("\u00F0a");
        assertThatThrownBy(() -> single(bits(AggregateFunction.BIT_AND), OTHER, "a", "ab"))
                .hasMessageContaining("1 bytes on one shard, 2 on another");
    }

    @Test
    void whatIsNoNumberIsNotAdded() {
        assertThatThrownBy(() -> single(sum(), OTHER, "1")).hasMessage("the servers say that x is no number");
    }

    private static Aggregate sum() {
        return Aggregate.of(AggregateFunction.SUM, "x", 0).with(Input.EXACT_SUM, 0);
    }

    private static Aggregate bits(AggregateFunction function) {
        return Aggregate.of(function, "x", 0);
    }

    private static CellType decimal(int decimals) {
        return new CellType(CellType.Family.DECIMAL, decimals);
    }

    /** The average of two shards, each with a sum and a count. */
    private static String average(
            int decimals, int sumDecimals, @Nullable String sum1, String count1, @Nullable String sum2, String count2) {
        List<CellType> columns = List.of(decimal(decimals), decimal(sumDecimals), INTEGER);
        RowMerger merger = aggregating(
                Aggregate.of(AggregateFunction.AVG, "a", 0)
                        .with(Input.SUM, 1)
                        .with(Input.EXACT_SUM, 1)
                        .with(Input.COUNT, 2),
                columns,
                2);
        merger.add(0, Cells.of("0", sum1, count1));
        merger.add(1, Cells.of("0", sum2, count2));
        String row = finish(merger, 2).getFirst();
        return row.substring(0, row.indexOf(','));
    }

    /** The average of the quotients of seven rows on two shards. */
    private static String quotient(String sum1, String exact1, String sum2, String exact2) {
        List<CellType> columns = List.of(decimal(8), decimal(4), decimal(30), INTEGER);
        RowMerger merger = aggregating(
                Aggregate.of(AggregateFunction.AVG, "a", 0)
                        .with(Input.SUM, 1)
                        .with(Input.EXACT_SUM, 2)
                        .with(Input.COUNT, 3),
                columns,
                2);
        merger.add(0, Cells.of("0", sum1, exact1, "3"));
        merger.add(1, Cells.of("0", sum2, exact2, "4"));
        String row = finish(merger, 2).getFirst();
        return row.substring(0, row.indexOf(','));
    }

    private static String single(Aggregate aggregate, CellType type, @Nullable String... cells) {
        RowMerger merger = aggregating(aggregate, List.of(type), cells.length);
        for (int source = 0; source < cells.length; source++) {
            merger.add(source, Cells.of(cells[source]));
        }
        return finish(merger, cells.length).getFirst();
    }

    private static RowMerger aggregating(Aggregate aggregate, List<CellType> columns, int sources) {
        Grouping all = new Grouping(List.of(), List.of(aggregate));
        MergePlan plan = new MergePlan(0, Optional.of(all), List.of(), List.of(), false, RowLimit.NONE);
        return RowMerger.start(plan, Arrival.UNSORTED, sources, columns, 1_000_000);
    }

    private static List<String> finish(RowMerger merger, int sources) {
        assertThat(merger.poll()).isNull();
        for (int source = 0; source < sources; source++) {
            merger.ended(source);
        }
        List<String> rows = Cells.polled(merger);
        assertThat(merger.isFinished()).isTrue();
        assertThat(merger.heldBytes()).isZero();
        return rows;
    }
}
