package io.pinion.routing.merge;

import io.pinion.routing.merge.AggregateFunction.Input;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * An AVG that is a DECIMAL, divided and rounded as the servers do, which isn't always to the nearest.
 *
 * <p>Servers divide in words of nine decimals and drop the digits behind the last word; only then do they round half up
 * to the decimals of the result. Where these end with a word, the digit to round by is gone: AVG of 1.00001, 2.00001
 * and 2.00001 as DECIMAL(10,5) is 1.666676666 on MariaDB 11.4.5 and MySQL 9.7.4, not …667. The rule is that of
 * do_div_mod in strings/decimal.c: the words that the sum's decimals fill, and more as far as these don't leave room
 * for the decimals that a division adds ({@code div_precision_increment}).
 */
final class DecimalAverage implements Accumulator {
    private static final int DIGITS_PER_WORD = 9;

    private final int column;
    private final int decimals;
    private final int sumDecimals;
    private final DecimalSum sum;
    private final IntegerSum count;

    /**
     * An average.
     *
     * @param decimals of the average
     * @param sumDecimals that the sum shows
     */
    DecimalAverage(Aggregate aggregate, int decimals, int sumDecimals) {
        column = aggregate.column();
        this.decimals = decimals;
        this.sumDecimals = sumDecimals;
        sum = new DecimalSum(aggregate.input(Input.SUM), aggregate.input(Input.EXACT_SUM), sumDecimals);
        count = new IntegerSum(aggregate.input(Input.COUNT));
    }

    private static int upToWords(int digits) {
        return (digits + DIGITS_PER_WORD - 1) / DIGITS_PER_WORD * DIGITS_PER_WORD;
    }

    @Override
    public long add(byte[] @Nullable [] cells) {
        return sum.add(cells) + count.add(cells);
    }

    @Override
    public void finish(byte[] @Nullable [] cells) {
        BigDecimal total = sum.sum();
        cells[column] = total == null || count.sum() == 0 ? null : Accumulator.bytes(average(total));
    }

    private String average(BigDecimal total) {
        return total.divide(BigDecimal.valueOf(count.sum()), keptDecimals(total), RoundingMode.DOWN)
                .setScale(decimals, RoundingMode.HALF_UP)
                .toPlainString();
    }

    /** A sum with more digits than it shows is a sum of quotients, which fill whole words. */
    private int keptDecimals(BigDecimal total) {
        int summed = Math.max(0, total.stripTrailingZeros().scale());
        int scale = summed > sumDecimals ? upToWords(summed) : sumDecimals;
        int words = upToWords(scale);
        int increment = Math.max(0, decimals - sumDecimals);
        return words + upToWords(Math.max(0, increment - (words - scale)));
    }
}
