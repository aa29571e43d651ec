package io.pinion.routing.merge;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A SUM of DOUBLEs, added exactly and rounded once, so that the order of the shards doesn't change it.
 *
 * <p>A sum beyond all DOUBLEs is 0, without an error or a warning, as on MariaDB 11.4.5 and MySQL 9.7.4.
 */
final class DoubleSum implements Accumulator {
    private final int column;
    private final int decimals;
    private BigDecimal sum = BigDecimal.ZERO;
    private boolean isNull = true;

    DoubleSum(int column, int decimals) {
        this.column = column;
        this.decimals = decimals;
    }

    boolean isNull() {
        return isNull;
    }

    double sum() {
        return sum.doubleValue();
    }

    @Override
    public long add(byte[] @Nullable [] cells) {
        byte[] cell = cells[column];
        if (cell != null) {
            isNull = false;
            sum = sum.add(new BigDecimal(Double.parseDouble(Accumulator.ascii(cell))));
        }
        return 0;
    }

    @Override
    public void finish(byte[] @Nullable [] cells) {
        cells[column] = isNull ? null : text(sum(), decimals);
    }

    /** The text of a number that may be infinite. */
    static byte[] text(double value, int decimals) {
        return DoubleText.of(Double.isFinite(value) ? value : 0, decimals);
    }
}
