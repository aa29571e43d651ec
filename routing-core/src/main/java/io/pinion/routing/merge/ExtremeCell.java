package io.pinion.routing.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A MIN or MAX: keeps the cells of the best row so far. */
final class ExtremeCell implements Accumulator {
    private final Aggregate aggregate;
    private final boolean greatest;
    private final int keyColumn;
    private final KeyEncoder encoder;
    private byte @Nullable [] bestKey;
    private byte @Nullable [] best;
    private byte @Nullable [] bestKeyCell;

    ExtremeCell(Aggregate aggregate, boolean greatest) {
        this.aggregate = aggregate;
        this.greatest = greatest;
        Key key = aggregate.key().orElseThrow();
        keyColumn = key.column();
        encoder = KeyEncoder.of(List.of(key));
    }

    @Override
    public long add(byte[] @Nullable [] cells) {
        if (cells[keyColumn] == null) {
            return 0;
        }
        KeyBuffer key = encoder.write(cells);
        if (bestKey != null && !isBetter(key.compareTo(bestKey))) {
            return 0;
        }
        long before = keptBytes();
        bestKey = key.toBytes();
        best = cells[aggregate.column()];
        bestKeyCell = cells[keyColumn];
        return keptBytes() - before;
    }

    private boolean isBetter(int comparedToBest) {
        return greatest ? comparedToBest > 0 : comparedToBest < 0;
    }

    private long keptBytes() {
        return length(bestKey) + length(best) + length(bestKeyCell);
    }

    private static long length(byte @Nullable [] cell) {
        return cell == null ? 0 : cell.length;
    }

    @Override
    public void finish(byte[] @Nullable [] cells) {
        cells[aggregate.column()] = best;
        cells[keyColumn] = bestKeyCell;
    }
}
