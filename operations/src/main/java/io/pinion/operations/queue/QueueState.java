package io.pinion.operations.queue;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * The jobs of a queue that are in one state, on all shards.
 *
 * @param state its name; empty for numbers that nobody has declared
 * @param jobs about as many, by the statistics of the servers
 * @param oldest the beginning of the oldest partition that has some, in UTC
 * @param partitions of a shard, where it has most
 * @param next when partitions are due to be made or dropped, in UTC
 * @param problems a line each; of the whole queue
 */
public record QueueState(
        String keyspace,
        String table,
        String state,
        long jobs,
        Optional<LocalDateTime> oldest,
        long bytes,
        int partitions,
        Optional<LocalDateTime> next,
        List<String> problems) {
    public QueueState {
        problems = List.copyOf(problems);
    }
}
