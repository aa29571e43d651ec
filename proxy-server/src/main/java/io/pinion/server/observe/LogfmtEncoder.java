package io.pinion.server.observe;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.slf4j.event.KeyValuePair;

/**
 * One log event as one line of {@code key=value}, readable by people and by machines:
 *
 * <pre>{@code ts=2026-01-01T00:00:00.123Z level=info logger=io.pinion.slow msg="slow statement" duration_ms=1204}</pre>
 */
public final class LogfmtEncoder extends EncoderBase<ILoggingEvent> {
    /** What needs no quotes. */
    private static final Pattern BARE = Pattern.compile("[^\\x00- \"=\\\\\\x7F\\x85\\u2028\\u2029]+");

    /** What breaks lines, or is no character, besides what JSON escapes: no input can forge a line of its own. */
    private static final Pattern BREAK = Pattern.compile("[\\x7F\\x85\\u2028\\u2029]");

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
        line.append(line.isEmpty() ? "" : " ").append(key).append('=');
        line.append(BARE.matcher(value).matches() ? value : quoted(value));
    }

    private static String quoted(String value) {
        String escaped = new String(JsonStringEncoder.getInstance().quoteAsString(value));
        return '"'
                + BREAK.matcher(escaped)
                        .replaceAll(found -> String.format(
                                Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)))
                + '"';
    }
}
