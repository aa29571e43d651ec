package io.pinion.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class LogfmtEncoderTest {
    private final LoggerContext context = new LoggerContext();
    private final LogfmtEncoder encoder = new LogfmtEncoder();

    @Test
    void writesOneLineOfKeysAndValues() {
        LoggingEvent event = event("pair drained", null);
        event.addKeyValuePair(new KeyValuePair("pair", "MySQL001"));
        event.addKeyValuePair(new KeyValuePair("reason", "moved to \"MySQL002\""));

        assertThat(encode(event))
                .isEqualTo("ts=2026-01-01T00:00:00.123Z level=info thread=loop-1 logger=io.pinion.test"
                        + " msg=\"pair drained\" pair=MySQL001 reason=\"moved to \\\"MySQL002\\\"\"\n");
    }

    @Test
    void noValueCanForgeALine() {
        LoggingEvent event = event("refused", null);
        event.addKeyValuePair(new KeyValuePair("user", "x\nlevel=error msg=forged"));

        assertThat(encode(event).lines()).hasSize(1);
    }

    /** By the name of a table, as any user may choose it. */
    @Test
    void noValueForgesALineOfAnyFormatOrColoursATerminal() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        for (LogFormat format : LogFormat.values()) {
            LoggingEvent event = event("an operation begins", null);
            event.addKeyValuePair(new KeyValuePair("tables", "x\u001b[31m\n16:00:00 INFO forged"));
            Encoder<ILoggingEvent> any = format.encoder(context);
            any.setContext(context);
            any.start();
            String line = new String(any.encode(event), StandardCharsets.UTF_8);

            assertThat(line.lines()).as(format.name()).hasSize(1);
            assertThat(line).as(format.name()).contains("forged").doesNotContain("\u001b");
        }
    }

    @Test
    void keepsAStackTraceOnTheSameLine() {
        assertThat(encode(event("failed", new IllegalStateException("broken"))))
                .contains("error=\"java.lang.IllegalStateException: broken\\n")
                .hasLineCount(1);
    }

    private String encode(LoggingEvent event) {
        encoder.start();
        return new String(encoder.encode(event), StandardCharsets.UTF_8);
    }

    private LoggingEvent event(String message, @Nullable Throwable thrown) {
        LoggingEvent event =
                new LoggingEvent("", context.getLogger("io.pinion.test"), Level.INFO, message, thrown, null);
        event.setInstant(Instant.parse("2026-01-01T00:00:00.123Z"));
        event.setThreadName("loop-1");
        return event;
    }
}
