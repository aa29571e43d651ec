package io.pinion.server.observe;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each statement without a shard key that a policy warns of or refuses: its shape, never its literals. At most a
 * few lines a second; the next line after a pause has the number of suppressed ones.
 */
public final class ScatterLog implements StatementObserver {
    private static final Logger LOG = LoggerFactory.getLogger("io.pinion.scatter");

    private final LineLimit lines;

    public ScatterLog(int linesPerSecond) {
        this(linesPerSecond, System::nanoTime);
    }

    ScatterLog(int linesPerSecond, LongSupplier clock) {
        this.lines = new LineLimit(linesPerSecond, clock);
    }

    @Override
    public void ended(StatementRecord record) {
        switch (record.scatter()) {
            case NONE, ALLOWED -> {}
            case WARNED, REFUSED -> {
                if (lines.mayWrite()) {
                    write(record);
                }
            }
        }
    }

    private void write(StatementRecord record) {
        LOG.atWarn()
                .addKeyValue(LogKeys.OUTCOME, record.scatter().label())
                .addKeyValue(LogKeys.KEYSPACE, record.keyspace())
                .addKeyValue(LogKeys.KIND, record.group().label())
                .addKeyValue(LogKeys.DURATION_MILLIS, record.nanos() / 1_000_000)
                .addKeyValue(LogKeys.SUPPRESSED, lines.takeSuppressed())
                .addKeyValue(LogKeys.SHAPE, SlowQueryLog.shorten(record.shape().get()))
                .log("statement without a shard key");
    }
}
