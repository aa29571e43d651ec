package io.pinion.server.observe;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each slow statement, and each without a shard key that a policy warns of or refuses: its shape, never its
 * literals. At most a few lines of either kind a second, so that a slow server doesn't also fill the disk; the next line
 * after a pause has the number of suppressed ones.
 */
public final class ShapeLog implements StatementObserver {
    private static final Logger SLOW = LoggerFactory.getLogger("io.pinion.slow");
    private static final Logger SCATTERED = LoggerFactory.getLogger("io.pinion.scatter");

    /** A longer shape, such as an INSERT of thousands of rows, tells nothing more. */
    private static final int MAX_SHAPE_CHARACTERS = 2000;

    private final long thresholdNanos;
    private final LineLimit slowLines;
    private final LineLimit scatteredLines;

    /** @param threshold slower statements are logged; zero or less logs none */
    public ShapeLog(Duration threshold, int linesPerSecond) {
        this(threshold, linesPerSecond, System::nanoTime);
    }

    ShapeLog(Duration threshold, int linesPerSecond, LongSupplier clock) {
        this.thresholdNanos = threshold.isPositive() ? threshold.toNanos() : Long.MAX_VALUE;
        this.slowLines = new LineLimit(linesPerSecond, clock);
        this.scatteredLines = new LineLimit(linesPerSecond, clock);
    }

    @Override
    public void ended(StatementRecord record) {
        if (record.nanos() > thresholdNanos && slowLines.mayWrite()) {
            SLOW.atWarn()
                    .addKeyValue(LogKeys.DURATION_MILLIS, record.nanos() / 1_000_000)
                    .addKeyValue(LogKeys.KEYSPACE, record.keyspace())
                    .addKeyValue(LogKeys.PAIR, record.pair())
                    .addKeyValue(LogKeys.KIND, record.group().label())
                    .addKeyValue(LogKeys.CODE, record.errorCode())
                    .addKeyValue(LogKeys.SUPPRESSED, slowLines.takeSuppressed())
                    .addKeyValue(LogKeys.SHAPE, shorten(record.shape().get()))
                    .log("slow statement");
        }
        if (record.scatter().isTold() && scatteredLines.mayWrite()) {
            SCATTERED
                    .atWarn()
                    .addKeyValue(LogKeys.OUTCOME, record.scatter().label())
                    .addKeyValue(LogKeys.KEYSPACE, record.keyspace())
                    .addKeyValue(LogKeys.KIND, record.group().label())
                    .addKeyValue(LogKeys.DURATION_MILLIS, record.nanos() / 1_000_000)
                    .addKeyValue(LogKeys.SUPPRESSED, scatteredLines.takeSuppressed())
                    .addKeyValue(LogKeys.SHAPE, shorten(record.shape().get()))
                    .log("statement without a shard key");
        }
    }

    private static String shorten(String shape) {
        return shape.length() <= MAX_SHAPE_CHARACTERS ? shape : shape.substring(0, MAX_SHAPE_CHARACTERS) + " …";
    }
}
