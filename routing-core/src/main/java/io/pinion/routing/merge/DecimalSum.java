package io.pinion.routing.merge;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * An exact SUM with all its digits: both servers print all 66 digits of the sum of two DECIMAL(65). Most sums fit a
 * long, which counts units of the last decimal.
 */
final class DecimalSum implements Accumulator {
    /** This many digits always fit a long. */
    private static final int MAX_LONG_DIGITS = 18;

    private final int column;
    private final int exactColumn;
    private final int decimals;
    private long units;
    /** The part of the sum that the units don't hold. */
    private BigDecimal rest = BigDecimal.ZERO;

    private boolean isNull = true;

    /**
     * @param column the column that gets the sum
     * @param exactColumn the column whose cells are added, perhaps with more decimals
     */
    DecimalSum(int column, int exactColumn, int decimals) {
        this.column = column;
        this.exactColumn = exactColumn;
        this.decimals = decimals;
    }

    /** Null when no row had a value. */
    @Nullable
    BigDecimal sum() {
        return isNull ? null : BigDecimal.valueOf(units, decimals).add(rest);
    }

    @Override
    public long add(byte[] @Nullable [] cells) {
        byte[] cell = cells[exactColumn];
        if (cell != null) {
            isNull = false;
            if (!addUnits(cell)) {
                rest = rest.add(new BigDecimal(Accumulator.ascii(cell)));
            }
        }
        return 0;
    }

    /** Returns false and adds nothing when the number has too many digits, or other decimals. */
    private boolean addUnits(byte[] text) {
        boolean negative = text.length > 0 && text[0] == '-';
        int start = negative ? 1 : 0;
        if (text.length - start > MAX_LONG_DIGITS) {
            return false;
        }
        long value = 0;
        int point = text.length;
        for (int i = start; i < text.length; i++) {
            if (text[i] == '.') {
                point = i;
            } else if (text[i] >= '0' && text[i] <= '9') {
                value = value * 10 + (text[i] - '0');
            } else {
                return false;
            }
        }
        int digitsAfterPoint = Math.max(0, text.length - point - 1);
        long sum = negative ? units - value : units + value;
        // On overflow the sign differs from the signs of both, the units and the value added.
        long added = negative ? -value : value;
        if (digitsAfterPoint != decimals || ((units ^ sum) & (added ^ sum)) < 0) {
            return false;
        }
        units = sum;
        return true;
    }

    @Override
    public void finish(byte[] @Nullable [] cells) {
        BigDecimal sum = sum();
        cells[column] = sum == null ? null : Accumulator.bytes(shown(sum).toPlainString());
    }

    private BigDecimal shown(BigDecimal sum) {
        return exactColumn == column ? sum : sum.setScale(decimals, RoundingMode.HALF_UP);
    }
}
