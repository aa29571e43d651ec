package io.pinion.operations.queue;

import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobState;
import io.pinion.routing.queue.PartitionBound;
import io.pinion.routing.queue.QueuePartition;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Jobs that lie in a partition where none should be, if it has any: by the statistics, it has.
 *
 * @param what is wrong with them
 */
record PartitionFinding(QueuePartition partition, String what) {
    /** What the keeper does all the time is late by then. */
    private static final Duration LATE = Duration.ofMinutes(15);

    /** @param rows the partitions of one table */
    static List<PartitionFinding> of(QueueTable queue, List<PartitionRow> rows, LocalDateTime now) {
        List<PartitionFinding> findings = new ArrayList<>();
        for (PartitionRow row : rows) {
            if (row.rows() > 0) {
                what(queue, row, now).ifPresent(what -> findings.add(new PartitionFinding(row.partition(), what)));
            }
        }
        return findings;
    }

    private static Optional<String> what(QueueTable queue, PartitionRow row, LocalDateTime now) {
        PartitionBound bound = row.partition().bound();
        Optional<JobState> state = queue.queue().state(bound.state());
        if (state.isEmpty()) {
            return Optional.of(
                    "has jobs in a state that the topology doesn't declare, which are never dropped: declare it,"
                            + " or change them");
        }
        return state.get().life().flatMap(life -> {
            if (bound.until().isEmpty()) {
                return Optional.of("has jobs with times behind all other partitions: no partition was made in time, or"
                        + " their times are wrong");
            }
            Duration late = Duration.between(bound.until().get().plus(life.timeToLive()), now);
            return late.compareTo(LATE) > 0
                    ? Optional.of("has expired " + late.toMinutes() + " minutes ago, and is still there")
                    : Optional.empty();
        });
    }

    String words(TableName table) {
        return "partition " + partition.name() + " of " + table + " " + what;
    }
}
