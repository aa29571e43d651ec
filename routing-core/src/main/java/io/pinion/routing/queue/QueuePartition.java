package io.pinion.routing.queue;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A partition of a queue table. */
public record QueuePartition(String name, PartitionBound bound) {
    /** The last one, for states that nobody has declared. */
    public static final String CATCHALL = "p_CATCHALL";

    static final String FUTURE = "_FUTURE";

    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("uuuuMMddHH");

    /**
     * The partition of a state for a time, by the article's name: {@code pOK_2020050701_1} begins on May 7 at 01 h UTC, as the
     * first of that hour.
     */
    static QueuePartition of(JobState state, Duration width, LocalDateTime begin) {
        long ofHour = width.toMinutes() < 60 ? begin.getMinute() / width.toMinutes() + 1 : 1;
        return new QueuePartition(
                "p" + state.name() + "_" + HOUR.format(begin) + "_" + ofHour,
                new PartitionBound(state.number(), Optional.of(begin.plus(width))));
    }

    /** The name in a statement. */
    public String written() {
        return JobQueue.written(name);
    }

    static String definitions(List<QueuePartition> partitions) {
        return partitions.stream()
                .map(partition -> "PARTITION " + partition.written() + " VALUES LESS THAN " + partition.bound.sql())
                .collect(Collectors.joining(", "));
    }
}
