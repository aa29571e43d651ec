package io.pinion.config.settings;

import java.time.Duration;

/**
 * The settings of the log.
 *
 * @param format how a line looks: text for people, logfmt ({@code key=value}), or json with one object a line
 * @param level the least severe message that is written
 * @param slowStatement a statement that takes longer is logged, without its literals; 0s logs none
 * @param slowLinesPerSecond the most slow statements that are logged in a second
 * @param loginFailureLinesPerSecond the most failed logins that are logged in a second
 */
public record LogSettings(
        Format format, Level level, Duration slowStatement, int slowLinesPerSecond, int loginFailureLinesPerSecond) {
    public static final LogSettings DEFAULT = new LogSettings(Format.TEXT, Level.INFO, Duration.ofSeconds(1), 10, 10);

    /** The format of a line. */
    public enum Format {
        TEXT,
        LOGFMT,
        JSON
    }

    /** The severity of a message. */
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
        WrongSetting.between("loginFailureLinesPerSecond", loginFailureLinesPerSecond, 1, 10_000);
    }
}
