package io.pinion.server.observe;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.slf4j.event.KeyValuePair;

/**
 * One log event as one line of {@code key=value}, readable by people and by machines:
 *
 * <pre>{@code ts=2026-01-01T00:00:00.123Z level=info logger=io.pinion.slow msg="slow statement" duration_ms=1204}</pre>
 */
public final class LogfmtEncoder extends EncoderBase<ILoggingEvent> {
    private final ThrowableProxyConverter stackTraces = new ThrowableProxyConverter();

    @Override
    public void start() {
        stackTraces.start();
        super.start();
    }

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder(160);
        append(line, "ts", Instant.ofEpochMilli(event.getTimeStamp()).toString());
        append(line, "level", event.getLevel().toString().toLowerCase(Locale.ROOT));
        append(line, "thread", event.getThreadName());
        append(line, "logger", event.getLoggerName());
        append(line, "msg", event.getFormattedMessage());
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> append(line, pair.key, String.valueOf(pair.value)));
        }
        if (event.getThrowableProxy() != null) {
            append(line, "error", stackTraces.convert(event));
        }
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void append(StringBuilder line, String key, String value) {
        if (!line.isEmpty()) {
            line.append(' ');
        }
        line.append(key).append('=');
        if (isBare(value)) {
            line.append(value);
        } else {
            appendQuoted(line, value);
        }
    }

    /** Whether the value needs no quotes. */
    private static boolean isBare(String value) {
        if (value.isEmpty()) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c == '"' || c == '=' || c == '\\' || c == 0x7F) {
                return false;
            }
        }
        return true;
    }

    /** Line breaks are escaped, so that no input can forge a line of its own. */
    private static void appendQuoted(StringBuilder line, String value) {
        line.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> line.append('\\').append(c);
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7F || c == '\u0085' || c == '\u2028' || c == '\u2029') {
                        line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        line.append('"');
    }
}
