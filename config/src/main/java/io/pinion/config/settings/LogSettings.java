package io.pinion.config.settings;

import java.time.Duration;

/**
 * What is written to the log.
 *
 * @param level the least severe message that is written
 * @param slowStatement a statement that takes longer is logged, without its literals; 0s logs none
 * @param slowLinesPerSecond at most so many slow statements are logged in a second
 */
public record LogSettings(Level level, Duration slowStatement, int slowLinesPerSecond) {
    public static final LogSettings DEFAULT = new LogSettings(Level.INFO, Duration.ofSeconds(1), 10);

    /** How severe a message is. */
    public enum Level {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR
    }

    public LogSettings {
        WrongSetting.between("slowStatement", slowStatement, Duration.ZERO, Duration.ofDays(1));
        WrongSetting.between("slowLinesPerSecond", slowLinesPerSecond, 1, 10_000);
    }
}
