package io.pinion.operations.opening;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;
import java.util.stream.Collectors;

/** Checks whether a topology can take the shards of an opening. Decides without I/O. */
record RequestCheck(Topology topology, Task.Opening task) {
    /** The keyspace that gets the shards; the refusal includes the way out. */
    Keyspace.Sharded keyspace() throws OperationRefused {
        Keyspace found = topology.keyspaces().get(task.keyspace());
        if (found == null) {
            throw new OperationRefused(UnknownName.keyspace(topology, task.keyspace()));
        }
        if (!(found instanceof Keyspace.Sharded sharded)) {
            throw new OperationRefused(
                    task.keyspace() + " is a single keyspace: it has no shards, its one database is on its" + " pair");
        }
        requireBounds(sharded);
        return sharded;
    }

    private void requireBounds(Keyspace.Sharded keyspace) throws OperationRefused {
        int highest = keyspace instanceof Keyspace.Mod mod ? mod.shards() - 1 : ShardId.MAX;
        if (task.first() < 0 || task.last() > highest) {
            throw new OperationRefused("keyspace " + keyspace.name() + " has the shards 0 to " + highest
                    + (keyspace instanceof Keyspace.Mod ? ", as many as its keys are hashed to" : "") + ", and "
                    + task.range() + " would be beyond");
        }
        if (task.first() > task.last()) {
            throw new OperationRefused("the range ends at " + task.last() + ", before it begins: write " + task.last()
                    + "-" + task.first());
        }
    }

    /** The pair that gets the shards. */
    Pair pair() throws OperationRefused {
        Pair pair = topology.pairs().get(task.pair());
        if (pair == null) {
            throw new OperationRefused(UnknownName.pair(topology, task.pair()));
        }
        if (pair.held()) {
            throw new OperationRefused("statements for pair " + pair.name()
                    + " are held, as while its primary changes: SHOW OPERATIONS shows why; try again afterwards");
        }
        return pair;
    }

    /** Requires that none of the shards is open, and that opening them loses no counter of a sequence. */
    void requireOpenable(Keyspace.Sharded keyspace) throws OperationRefused {
        List<ShardRange> open = keyspace.ranges().within(task.first(), task.last());
        if (!open.isEmpty()) {
            throw new OperationRefused("open already: "
                    + open.stream().map(RequestCheck::place).limit(5).collect(Collectors.joining(", "))
                    + (open.size() > 5 ? ", and more" : "") + " (SHOW SHARDS FROM " + keyspace.name() + ")");
        }
        ShardId lowest = keyspace.ranges().firstShard();
        if (lowest == null) {
            throw new OperationRefused("no shard of " + keyspace.name()
                    + " is open, so that there is none from which the tables could be taken: write its first range into the"
                    + " topology by hand (pinion topology get, and set)");
        }
        requireCountersKept(keyspace, lowest);
    }

    private static String place(ShardRange range) {
        return (range.size() == 1 ? "shard " + range.first() : "shards " + range.first() + "-" + range.last())
                + " on pair " + range.pair();
    }

    /**
     * Refuses shards below the lowest one if the keyspace has sequences. The lowest shard holds their counters, and a
     * proxy with an older topology would go on using those of the former lowest shard.
     */
    private void requireCountersKept(Keyspace.Sharded keyspace, ShardId lowest) throws OperationRefused {
        boolean counts = keyspace.tables().values().stream()
                .anyMatch(table -> table.sequence().isPresent());
        if (counts && task.first() < lowest.number()) {
            throw new OperationRefused("shard " + lowest.number() + ", the lowest of " + keyspace.name()
                    + ", counts the numbers of its sequences, so that none below can be opened: take higher ones");
        }
    }
}
