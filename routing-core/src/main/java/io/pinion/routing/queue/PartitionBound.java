package io.pinion.routing.queue;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The end of a partition, which isn't in it: {@code VALUES LESS THAN (state, until)}.
 *
 * @param state {@link Long#MAX_VALUE} for MAXVALUE
 * @param until in UTC; empty for MAXVALUE
 */
public record PartitionBound(long state, Optional<LocalDateTime> until) implements Comparable<PartitionBound> {
    /** Behind every row. */
    public static final PartitionBound LAST = behind(Long.MAX_VALUE);

    private static final Pattern DESCRIBED = Pattern.compile("(MAXVALUE|-?\\d+),(MAXVALUE|'([^']*)')");
    private static final DateTimeFormatter WRITTEN = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
            .toFormatter();

    /** Somebody may have made a partition by hand, with a fraction of a second. */
    private static final DateTimeFormatter READ = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd[ HH:mm:ss]")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
            .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
            .toFormatter();

    private static final Comparator<PartitionBound> ORDER = Comparator.comparingLong(PartitionBound::state)
            .thenComparing(bound -> bound.until.orElse(LocalDateTime.MAX));

    /** Behind every row of a state and of all states below. */
    static PartitionBound behind(long state) {
        return new PartitionBound(state, Optional.empty());
    }

    /**
     * Reads a {@code PARTITION_DESCRIPTION} of information_schema, which is the same on MariaDB and MySQL.
     *
     * @throws IllegalArgumentException when it is no bound of a state and a time
     */
    public static PartitionBound parse(String description) {
        Matcher parts = DESCRIBED.matcher(description);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "'" + description + "' is no bound of partitions by a state's number and a time");
        }
        long state = parts.group(1).equals("MAXVALUE") ? Long.MAX_VALUE : Long.parseLong(parts.group(1));
        return new PartitionBound(
                state, Optional.ofNullable(parts.group(3)).map(text -> LocalDateTime.parse(text, READ)));
    }

    String sql() {
        return "(" + (state == Long.MAX_VALUE ? "MAXVALUE" : String.valueOf(state)) + ", "
                + until.map(time -> "'" + text(time) + "'").orElse("MAXVALUE") + ")";
    }

    /** As servers read a DATETIME. */
    public static String text(LocalDateTime time) {
        return WRITTEN.format(time);
    }

    @Override
    public int compareTo(PartitionBound other) {
        return ORDER.compare(this, other);
    }
}
