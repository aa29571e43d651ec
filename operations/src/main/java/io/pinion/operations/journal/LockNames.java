package io.pinion.operations.journal;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Locked by who has no operation in the journal. */
public record LockNames(String subject, Set<String> locks) implements Lockable {
    public LockNames {
        locks = Collections.unmodifiableSet(new TreeSet<>(locks));
    }

    /** A pair, whose servers keep their roles meanwhile. */
    public static LockNames ofPair(String pair) {
        return new LockNames("pair " + pair, Set.of(Task.pairLock(pair)));
    }

    /**
     * A moment in which partitions of a queue's table are made or dropped on a shard: a hand-over of the shard sees it by
     * this lock.
     */
    public static LockNames ofPartitions(String keyspace, String table) {
        return new LockNames("queue " + keyspace + "." + table, Set.of(Task.partitionsLock(keyspace, table)));
    }
}
