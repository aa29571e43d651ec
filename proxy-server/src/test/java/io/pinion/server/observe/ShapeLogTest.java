package io.pinion.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

class ShapeLogTest {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.pinion.slow");
    private final AtomicLong clock = new AtomicLong();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setAdditive(false);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
    }

    @Test
    void writesTheShapeOfASlowStatement() {
        log(100).ended(took(Duration.ofMillis(1500), "SELECT data FROM pins WHERE id = ?"));

        assertThat(lines.list).hasSize(1);
        assertThat(value(lines.list.getFirst(), LogKeys.SHAPE)).isEqualTo("SELECT data FROM pins WHERE id = ?");
        assertThat(value(lines.list.getFirst(), LogKeys.DURATION_MILLIS)).isEqualTo(1500L);
    }

    @Test
    void doesNotEvenMakeTheShapeOfAFastStatement() {
        log(100).ended(new StatementRecord(
                StatementGroup.SELECT,
                "",
                "",
                "",
                999_000_000,
                0,
                () -> {
                    throw new AssertionError("asked for the shape");
                },
                ScatterOutcome.NONE));

        assertThat(lines.list).isEmpty();
    }

    @Test
    void saysHowManyLinesItLeftOut() {
        ShapeLog log = log(2);
        for (int i = 0; i < 5; i++) {
            log.ended(took(Duration.ofSeconds(2), "SELECT ?"));
        }
        clock.addAndGet(1_000_000_000L);
        log.ended(took(Duration.ofSeconds(2), "SELECT ?"));

        assertThat(lines.list).hasSize(3);
        assertThat(value(lines.list.getLast(), LogKeys.SUPPRESSED)).isEqualTo(3L);
    }

    @Test
    void cutsAVeryLongShape() {
        log(100).ended(took(Duration.ofSeconds(2), "INSERT INTO t VALUES " + "(?), ".repeat(10_000)));

        assertThat(value(lines.list.getFirst(), LogKeys.SHAPE).toString())
                .hasSizeLessThan(2100)
                .endsWith("…");
    }

    private ShapeLog log(int linesPerSecond) {
        return new ShapeLog(Duration.ofSeconds(1), linesPerSecond, clock::get);
    }

    private static StatementRecord took(Duration duration, String shape) {
        return new StatementRecord(
                StatementGroup.SELECT,
                "pinterest",
                "MySQL001",
                "",
                duration.toNanos(),
                0,
                () -> shape,
                ScatterOutcome.NONE);
    }

    private static Object value(ILoggingEvent event, String key) {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        return pairs.stream().filter(pair -> pair.key.equals(key)).findFirst().orElseThrow().value;
    }
}
