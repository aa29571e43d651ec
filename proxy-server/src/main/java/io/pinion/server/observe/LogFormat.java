package io.pinion.server.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.slf4j.LoggerFactory;

/** The format of log lines. All go to standard error, so that the output of commands stays clean. */
public enum LogFormat {
    /** For a person at a terminal. */
    TEXT,
    /** {@code key=value}, for a person and for machines. */
    LOGFMT,
    /** One JSON object a line. */
    JSON;

    /** Names come from users, so control characters are replaced: a name can't forge a line, or colour a terminal. */
    private static final String TEXT_PATTERN =
            "%d{HH:mm:ss.SSS} %-5level %logger{0} - %replace(%msg %kvp){'[\\x00-\\x1F\\x7F]', '?'}%n";

    /**
     * Makes this the format of all later log lines, overriding any configuration file.
     *
     * @param level {@code error}, {@code warn}, {@code info}, {@code debug} or {@code trace}, for Pinion's own lines;
     *     libraries log warnings and errors only
     */
    public void apply(String level) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Encoder<ILoggingEvent> encoder = encoder(context);
        encoder.setContext(context);
        encoder.start();

        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();

        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(appender);
        root.setLevel(Level.WARN);
        context.getLogger("io.pinion").setLevel(Level.toLevel(level, Level.INFO));
        // Whoever wants fewer lines of a proxy's own still wants to know who has changed what.
        context.getLogger(AuditLog.NAME).setLevel(Level.INFO);
    }

    Encoder<ILoggingEvent> encoder(LoggerContext context) {
        return switch (this) {
            case TEXT -> {
                PatternLayoutEncoder text = new PatternLayoutEncoder();
                text.setContext(context);
                text.setPattern(TEXT_PATTERN);
                yield text;
            }
            case LOGFMT -> new LogfmtEncoder();
            case JSON -> new JsonEncoder();
        };
    }
}
