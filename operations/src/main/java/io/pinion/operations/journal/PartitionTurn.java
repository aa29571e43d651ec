package io.pinion.operations.journal;

import java.util.Set;

/**
 * A moment in which partitions of a queue's table are made or dropped on a shard. It has no entry in the journal, only its
 * lock, by which a hand-over of the shard sees it.
 */
public record PartitionTurn(String keyspace, String table) implements Task {
    @Override
    public String statement() {
        return "";
    }

    @Override
    public String subject() {
        return "queue " + keyspace + "." + table;
    }

    @Override
    public Set<String> locks() {
        return Set.of(Task.partitionsLock(keyspace, table));
    }
}
