package io.pinion.operations.move;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.Task.Move;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The entry of the moved shards in the stored topology, for the holder of the locks of both pairs. Blocks. */
record PublishedMove(TopologyChange change, Move task) {
    /** The pair on which the stored topology has all these shards; empty when they are on several, or one isn't open. */
    Optional<String> pair() throws OperationRefused {
        return pair(change.stored());
    }

    private Optional<String> pair(Topology topology) {
        List<ShardRange> ranges = ranges(topology);
        long shards = ranges.stream().mapToLong(ShardRange::size).sum();
        return shards == task.last() - task.first() + 1L
                        && ranges.stream().map(ShardRange::pair).distinct().count() == 1
                ? Optional.of(ranges.getFirst().pair())
                : Optional.empty();
    }

    List<ShardRange> ranges(Topology topology) {
        return topology.keyspace(task.keyspace())
                .filter(Keyspace.Sharded.class::isInstance)
                .map(keyspace -> (Keyspace.Sharded) keyspace)
                .map(keyspace -> keyspace.ranges().within(task.first(), task.last()))
                .orElse(List.of());
    }

    /**
     * Holds statements for the shards.
     *
     * @param on the pair that they must be on
     * @return the generation that holds them
     */
    long hold(String on) throws OperationRefused {
        return change.store(changing(on, on, range -> range.withHeld(true)), are(on, true), otherwise())
                .generation();
    }

    /** Releases statements for the shards; waits for a store that is away. */
    long releaseAtLast(String on) throws OperationRefused {
        return change.storeAtLast(changing(on, on, range -> range.withHeld(false)), are(on, false), otherwise())
                .generation();
    }

    /**
     * Puts the shards on another pair.
     *
     * @param held whether statements for them still wait
     */
    long moveAtLast(String from, String to, boolean held) throws OperationRefused {
        UnaryOperator<ShardRange> moved = range -> range.withPair(to).withHeld(held);
        return change.storeAtLast(changing(from, to, moved), are(to, held), otherwise())
                .generation();
    }

    /** A proxy that has undone the hand-over has released them: then they don't go to another pair any more. */
    private UnaryOperator<Topology> changing(String from, String to, UnaryOperator<ShardRange> each) {
        return topology -> pair(topology)
                .filter(from::equals)
                .filter(pair -> from.equals(to) || ranges(topology).stream().allMatch(ShardRange::held))
                .map(pair -> with(topology, each))
                .orElse(topology);
    }

    private Predicate<Topology> are(String on, boolean held) {
        return topology -> pair(topology).filter(on::equals).isPresent()
                && ranges(topology).stream().allMatch(range -> range.held() == held);
    }

    private String otherwise() {
        return "somebody else has changed where " + task.shards() + " of " + task.keyspace()
                + " are: look at it (SHOW SHARDS FROM " + task.keyspace() + ") before you try again";
    }

    private Topology with(Topology topology, UnaryOperator<ShardRange> each) {
        Keyspace.Sharded keyspace =
                (Keyspace.Sharded) topology.keyspace(task.keyspace()).orElseThrow();
        return topology.withKeyspace(keyspace.withRanges(keyspace.ranges().changed(task.first(), task.last(), each)));
    }
}
