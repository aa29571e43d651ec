package io.pinion.config.settings;

import io.pinion.config.document.DurationText;
import java.time.Duration;
import java.util.Optional;

/**
 * A setting that is off, or on with a time.
 *
 * @param time empty when it is off
 */
public record OffOrTime(Optional<Duration> time) {
    public static final OffOrTime OFF = new OffOrTime(Optional.empty());

    public static OffOrTime of(Duration time) {
        return new OffOrTime(Optional.of(time));
    }

    /** Empty when the text is neither {@code off} nor a time. */
    static Optional<OffOrTime> parse(String text) {
        return text.equals("off") ? Optional.of(OFF) : DurationText.parse(text).map(OffOrTime::of);
    }

    /** The text that the settings file has for it. */
    @Override
    public String toString() {
        return time.map(DurationText::of).orElse("off");
    }
}
