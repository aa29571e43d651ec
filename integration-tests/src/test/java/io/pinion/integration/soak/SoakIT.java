package io.pinion.integration.soak;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/**
 * 2,000 idle and 64 busy clients. {@code -Dpinion.soak.seconds=300} makes it longer than a build can wait for; {@code
 * -Dpinion.soak.idle} and {@code -Dpinion.soak.busy} change the numbers.
 */
@ExtendWith(SharedDemo.Provider.class)
class SoakIT {
    private static final Duration LENGTH = Duration.ofSeconds(Integer.getInteger("pinion.soak.seconds", 30));
    private static final int IDLE = Integer.getInteger("pinion.soak.idle", 2_000);
    private static final int BUSY = Integer.getInteger("pinion.soak.busy", 64);
    private static final int SAMPLES = 12;
    private static final long MEGABYTE = 1 << 20;

    /** What may come and go between two thirds of a run without being a leak. */
    private static final long HEAP_TOLERANCE = 8 * MEGABYTE;

    private static final long DIRECT_TOLERANCE = 16 * MEGABYTE;

    /** On two pairs. */
    private static final List<Integer> SHARDS = List.of(0, 1, 2, 3, 2048, 2049);

    private final ErrorLog log = new ErrorLog();

    @Test
    void nothingLeaksGrowsFailsOrAnswersWithAnotherQuerysRows(SharedDemo demo) throws Exception {
        log.start();
        SoakRun.Report report;
        try (RunningProxy proxy = demo.startProxy()) {
            report = run(proxy);
        } finally {
            // What nobody released is found when its memory is collected.
            System.gc();
            log.stop();
        }
        System.out.printf(
                "soak: %d answers checked, %d clients came back after they left or vanished; %s%n",
                report.questions(), report.replacements(), report.memory());

        assertThat(report.failures()).isEmpty();
        assertThat(report.questions()).isPositive();
        assertThat(log.messages).isEmpty();
        assertThat(report.memory().growthOf(MemorySamples.Sample::heapAfterCollection))
                .as("growth of the heap, %s", report.memory())
                .isLessThan(HEAP_TOLERANCE);
        assertThat(report.memory().growthOf(MemorySamples.Sample::direct))
                .as("growth of direct memory, %s", report.memory())
                .isLessThan(DIRECT_TOLERANCE);
    }

    private static SoakRun.Report run(RunningProxy proxy) throws Exception {
        try (var connection = SharedDemo.connect(proxy, "legacy")) {
            SoakData data = SoakData.create(connection, BUSY, SHARDS);
            try {
                return new SoakRun(proxy.address(), "app", "app", data).run(IDLE, BUSY, LENGTH, SAMPLES);
            } finally {
                data.delete(connection);
            }
        }
    }

    /** Whatever is logged as an error, Netty's leak reports among it. */
    private static final class ErrorLog extends AppenderBase<ILoggingEvent> {
        final List<String> messages = new CopyOnWriteArrayList<>();
        private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

        @Override
        public void start() {
            super.start();
            root.addAppender(this);
        }

        @Override
        public void stop() {
            root.detachAppender(this);
            super.stop();
        }

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
                messages.add(event.getLoggerName() + ": " + event.getFormattedMessage());
            }
        }
    }
}
