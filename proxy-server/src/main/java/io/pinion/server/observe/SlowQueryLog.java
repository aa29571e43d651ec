package io.pinion.server.observe;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each slow statement: its shape, never its literals. At most a few lines a second, so that a slow server doesn't
 * also fill the disk; the next line after a pause has the number of suppressed ones.
 */
public final class SlowQueryLog implements StatementObserver {
    private static final Logger LOG = LoggerFactory.getLogger("io.pinion.slow");

    /** A longer shape, such as an INSERT of thousands of rows, tells nothing more. */
    private static final int MAX_SHAPE_CHARACTERS = 2000;

    private final long thresholdNanos;
    private final LineLimit lines;

    /** @param threshold slower statements are logged; zero or less logs none */
    public SlowQueryLog(Duration threshold, int linesPerSecond) {
        this(threshold, linesPerSecond, System::nanoTime);
    }

    SlowQueryLog(Duration threshold, int linesPerSecond, LongSupplier clock) {
        this.thresholdNanos = threshold.isPositive() ? threshold.toNanos() : Long.MAX_VALUE;
        this.lines = new LineLimit(linesPerSecond, clock);
    }

    @Override
    public void ended(StatementRecord record) {
        if (record.nanos() <= thresholdNanos) {
            return;
        }
        if (!lines.mayWrite()) {
            return;
        }
        LOG.atWarn()
                .addKeyValue(LogKeys.DURATION_MILLIS, record.nanos() / 1_000_000)
                .addKeyValue(LogKeys.KEYSPACE, record.keyspace())
                .addKeyValue(LogKeys.PAIR, record.pair())
                .addKeyValue(LogKeys.KIND, record.group().label())
                .addKeyValue(LogKeys.CODE, record.errorCode())
                .addKeyValue(LogKeys.SUPPRESSED, lines.takeSuppressed())
                .addKeyValue(LogKeys.SHAPE, shorten(record.shape().get()))
                .log("slow statement");
    }

    static String shorten(String shape) {
        return shape.length() <= MAX_SHAPE_CHARACTERS ? shape : shape.substring(0, MAX_SHAPE_CHARACTERS) + " …";
    }
}
