package io.pinion.operations.opening;

import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import java.util.function.UnaryOperator;

/** What a topology says of the shards of an opening, and what it is to say. Decides without I/O. */
record ShardsInTopology(Task.Opening task) {
    /** Whether all the shards are open, on whichever pair. */
    boolean areOpen(Topology topology) {
        return topology.keyspaces().get(task.keyspace()) instanceof Keyspace.Sharded keyspace
                && keyspace.ranges().within(task.first(), task.last()).stream()
                                .mapToInt(ShardRange::size)
                                .sum()
                        == task.size();
    }

    /** Whether any of the shards is open. */
    boolean isAnyOpen(Topology topology) {
        return topology.keyspaces().get(task.keyspace()) instanceof Keyspace.Sharded keyspace
                && !keyspace.ranges().within(task.first(), task.last()).isEmpty();
    }

    /** The topology with the shards, none of which it has before. In an id keyspace new objects don't come yet. */
    Topology added(Topology before) {
        return changed(
                before,
                keyspace -> keyspace.withRanges(keyspace.ranges()
                        .with(new ShardRange(
                                task.first(), task.last(), task.pair(), isWeighed(keyspace) ? 0 : task.weight()))));
    }

    /** Whether the shards get their weight when every proxy knows them. */
    private static boolean isWeighed(Keyspace.Sharded keyspace) {
        return keyspace instanceof Keyspace.Id;
    }

    boolean areWeighed(Topology topology) {
        return topology.keyspaces().get(task.keyspace()) instanceof Keyspace.Sharded keyspace && isWeighed(keyspace);
    }

    /** Statements for the keyspace's lowest shard wait. */
    Topology held(Topology before) {
        return withLowestHeld(before, true);
    }

    Topology released(Topology before) {
        return withLowestHeld(before, false);
    }

    private Topology withLowestHeld(Topology before, boolean held) {
        return changed(before, keyspace -> {
            RangeTable ranges = keyspace.ranges();
            ShardId lowest = ranges.firstShard();
            return lowest == null
                    ? keyspace
                    : keyspace.withRanges(
                            ranges.changed(lowest.number(), lowest.number(), range -> range.withHeld(held)));
        });
    }

    /** Opens the shards for new objects, where nobody else has given them a weight and they are still on their pair. */
    Topology weighed(Topology before) {
        return changed(
                before,
                keyspace -> keyspace.withRanges(keyspace.ranges().changed(task.first(), task.last(), this::weighed)));
    }

    private ShardRange weighed(ShardRange range) {
        return range.insertWeight() == 0 && range.pair().equals(task.pair())
                ? range.withWeight(InsertWeights.share(task.first(), task.last(), task.weight(), range))
                : range;
    }

    private Topology changed(Topology before, UnaryOperator<Keyspace.Sharded> change) {
        return before.keyspaces().get(task.keyspace()) instanceof Keyspace.Sharded keyspace
                ? before.withKeyspace(change.apply(keyspace))
                : before;
    }
}
