package io.pinion.routing.queue;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A state that jobs of a queue may have.
 *
 * @param name in the names of its partitions
 * @param number in the state's column
 * @param life empty for jobs that stay until somebody deletes them
 */
public record JobState(String name, int number, Optional<Life> life) {
    private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,19}");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    /**
     * How long jobs stay in the state.
     *
     * @param width the time that one partition is for
     * @param timeToLive counted from the time in the job's row
     */
    public record Life(Duration width, Duration timeToLive) {
        /** @throws IllegalArgumentException when partitions of that width have no names */
        public Life {
            boolean inMinutes = width.compareTo(ONE_MINUTE) >= 0 && isMultiple(width, ONE_MINUTE);
            if (!inMinutes || !(isMultiple(width, HOUR) || isMultiple(HOUR, width))) {
                throw new IllegalArgumentException(
                        "a partition is as wide as some hours, or as a part of an hour in minutes"
                                + " (1h, 24h, 10m, 30m), not " + text(width));
            }
            if (timeToLive.compareTo(ONE_MINUTE) < 0
                    || timeToLive.compareTo(LONGEST) > 0
                    || !isMultiple(timeToLive, ONE_MINUTE)) {
                throw new IllegalArgumentException(
                        "a job's time to live is some minutes, hours or days (30m, 2h, 5d), not " + text(timeToLive));
            }
        }

        private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

        private static boolean isMultiple(Duration time, Duration of) {
            return time.toMillis() % of.toMillis() == 0;
        }
    }

    /** @throws IllegalArgumentException whose message names the mistake */
    public JobState {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' can't be in the names of partitions: call the state by up to"
                            + " 20 upper-case letters, digits and underscores, such as IN_PROGRESS");
        }
        if (number < 0) {
            throw new IllegalArgumentException(
                    "the number of state " + name + " is " + number + ", and states are numbers from 0 on");
        }
    }

    /** {@code OK:2:1h:2h}, or {@code KEPT:4}. */
    static JobState parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 2 && parts.length != 4) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no state: write NAME:number:width:time-to-live, such as"
                            + " OK:2:1h:2h, or NAME:number for jobs that stay");
        }
        int number;
        try {
            number = Integer.parseInt(parts[1]);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + parts[1] + "' is no number of a state", e);
        }
        Optional<Life> life =
                parts.length == 2 ? Optional.empty() : Optional.of(new Life(duration(parts[2]), duration(parts[3])));
        return new JobState(parts[0], number, life);
    }

    String words() {
        return name + ":" + number
                + life.map(its -> ":" + text(its.width) + ":" + text(its.timeToLive))
                        .orElse("");
    }

    /** {@code 30m}, {@code 2h} or {@code 5d}. */
    public static Duration duration(String text) {
        if (!text.matches("[0-9]{1,6}[mhd]")) {
            throw new IllegalArgumentException("'" + text + "' is no time: write for example 30m, 2h or 5d");
        }
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        return switch (text.toLowerCase(Locale.ROOT).charAt(text.length() - 1)) {
            case 'm' -> Duration.ofMinutes(number);
            case 'h' -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    /** As {@link #duration} reads it, in hours where it is some. */
    public static String text(Duration time) {
        return time.toMinutes() % 60 == 0 ? time.toHours() + "h" : time.toMinutes() + "m";
    }
}
