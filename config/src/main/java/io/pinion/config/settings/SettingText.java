package io.pinion.config.settings;

import io.pinion.config.document.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The spelling of settings' names and values. */
final class SettingText {
    private SettingText() {}

    /** {@code loginTimeout} is written {@code login_timeout}. */
    static String nameOf(String component) {
        return component.replaceAll("\\p{Upper}", "_$0").toLowerCase(Locale.ROOT);
    }

    /** The text of a value in the file and on the reference page; empty for an absent one. */
    static String of(Object value) {
        return switch (value) {
            case Duration duration -> DurationText.of(duration);
            case Optional<?> optional -> optional.isEmpty() ? "" : of(optional.get());
            case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
            case Path path -> homeRelative(path);
            default -> value.toString();
        };
    }

    /** {@code ~/…} for a path below the user's home. */
    private static String homeRelative(Path path) {
        Path home = Path.of(System.getProperty("user.home"));
        return path.startsWith(home) ? "~/" + home.relativize(path) : path.toString();
    }

    static Path path(String text) {
        return text.startsWith("~/") ? Path.of(System.getProperty("user.home"), text.substring(2)) : Path.of(text);
    }
}
