package io.pinion.config.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How names and values of settings are written. */
final class SettingText {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");

    private SettingText() {}

    /** {@code loginTimeout} is written {@code login_timeout}. */
    static String nameOf(String component) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < component.length(); i++) {
            char next = component.charAt(i);
            if (Character.isUpperCase(next)) {
                name.append('_');
            }
            name.append(Character.toLowerCase(next));
        }
        return name.toString();
    }

    static Optional<Duration> duration(String text) {
        Matcher matcher = DURATION.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long count = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(count);
                    case "s" -> Duration.ofSeconds(count);
                    case "m" -> Duration.ofMinutes(count);
                    case "h" -> Duration.ofHours(count);
                    default -> Duration.ofDays(count);
                });
    }

    /** A value as the file and the reference page write it; nothing at all for an absent one. */
    static String of(Object value) {
        return switch (value) {
            case Duration duration -> durationText(duration.toMillis());
            case Optional<?> optional -> optional.isEmpty() ? "" : of(optional.get());
            case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
            case Path path -> homeRelative(path);
            default -> value.toString();
        };
    }

    private static String durationText(long millis) {
        if (millis == 0) {
            return "0s";
        }
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds % 60 == 0 && seconds >= 300 ? seconds / 60 + "m" : seconds + "s";
    }

    /** {@code ~/…} for what is below the user's home. */
    private static String homeRelative(Path path) {
        Path home = Path.of(System.getProperty("user.home"));
        return path.startsWith(home) ? "~/" + home.relativize(path) : path.toString();
    }

    static Path path(String text) {
        return text.startsWith("~/") ? Path.of(System.getProperty("user.home"), text.substring(2)) : Path.of(text);
    }
}
