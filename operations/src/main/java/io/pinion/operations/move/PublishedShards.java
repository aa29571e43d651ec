package io.pinion.operations.move;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task.Move;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** What the stored topology says of the shards that are moved. Blocks. */
final class PublishedShards {
    private static final Duration AT_LAST = Duration.ofSeconds(30);
    private static final long AGAIN_MILLIS = 200;

    private final TopologyEditor editor;
    private final LongSupplier running;
    private final Move task;

    /** @param running the generation that this proxy runs with */
    PublishedShards(TopologyStore store, LongSupplier running, Move task) {
        this.editor = new TopologyEditor(store);
        this.running = running;
        this.task = task;
    }

    /** The pair that a topology puts all these shards on; empty when they are on several, or one isn't open. */
    static Optional<String> pair(Topology topology, Move task) {
        List<ShardRange> ranges = ranges(topology, task);
        long shards = ranges.stream().mapToLong(ShardRange::size).sum();
        return shards == task.last() - task.first() + 1L
                        && ranges.stream().map(ShardRange::pair).distinct().count() == 1
                ? Optional.of(ranges.getFirst().pair())
                : Optional.empty();
    }

    static List<ShardRange> ranges(Topology topology, Move task) {
        return topology.keyspace(task.keyspace())
                .filter(Keyspace.Sharded.class::isInstance)
                .map(keyspace -> (Keyspace.Sharded) keyspace)
                .map(keyspace -> keyspace.ranges().within(task.first(), task.last()))
                .orElse(List.of());
    }

    /** Where the shards are, as the store says now. */
    Optional<String> pair() throws MoveRefused {
        try {
            return pair(change(topology -> topology), task);
        } catch (VersionConflict | StoreUnavailable e) {
            throw unchanged(e);
        }
    }

    /**
     * Lets statements for the shards wait, or no longer.
     *
     * @param on the pair that they must be on
     * @return the generation that says so
     */
    long hold(String on, boolean held) throws MoveRefused {
        try {
            return changed(on, range -> range.withHeld(held), on, held);
        } catch (VersionConflict | StoreUnavailable e) {
            throw unchanged(e);
        }
    }

    /** The same, with patience for a store that is away. */
    long releaseAtLast(String on) throws MoveRefused {
        return atLast(on, range -> range.withHeld(false), on, false, () -> {});
    }

    /**
     * The shards are on another pair from now on.
     *
     * @param held whether statements for them still wait
     */
    long moveAtLast(String from, String to, boolean held, TaskLock lock) throws MoveRefused {
        // Without the lock another proxy may have undone it, and have let clients write where they were.
        return atLast(
                from,
                range -> range.withPair(to).withHeld(held),
                to,
                held,
                () -> MoveRefused.unlessHeld(lock, TaskLock.PATIENTLY));
    }

    @FunctionalInterface
    private interface Condition {
        void require() throws MoveRefused;
    }

    private long atLast(String from, UnaryOperator<ShardRange> change, String to, boolean held, Condition condition)
            throws MoveRefused {
        long end = System.nanoTime() + AT_LAST.toNanos();
        while (true) {
            condition.require();
            try {
                return changed(from, change, to, held);
            } catch (VersionConflict | StoreUnavailable e) {
                if (System.nanoTime() > end) {
                    throw unchanged(e);
                }
            }
            try {
                TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new MoveRefused("interrupted while the topology couldn't be changed");
            }
        }
    }

    private static MoveRefused unchanged(Exception e) {
        return new MoveRefused("the topology can't be changed: " + e.getMessage());
    }

    private long changed(String from, UnaryOperator<ShardRange> change, String to, boolean held)
            throws MoveRefused, VersionConflict, StoreUnavailable {
        Topology now = change(topology -> pair(topology, task)
                .filter(from::equals)
                .filter(pair -> from.equals(to) || areHeld(topology))
                .map(pair -> with(topology, change))
                .orElse(topology));
        boolean there = pair(now, task).filter(to::equals).isPresent()
                && ranges(now, task).stream().allMatch(range -> range.held() == held);
        if (!there) {
            throw new MoveRefused("somebody else has changed where " + task.shards() + " of " + task.keyspace()
                    + " are: look at it (SHOW SHARDS FROM " + task.keyspace() + ") before you try again");
        }
        return now.generation();
    }

    /** Whoever has undone the hand-over has released them. */
    private boolean areHeld(Topology topology) {
        return ranges(topology, task).stream().allMatch(ShardRange::held);
    }

    private Topology with(Topology topology, UnaryOperator<ShardRange> change) {
        Keyspace.Sharded keyspace =
                (Keyspace.Sharded) topology.keyspace(task.keyspace()).orElseThrow();
        return topology.withKeyspace(keyspace.withRanges(keyspace.ranges().changed(task.first(), task.last(), change)));
    }

    private Topology change(UnaryOperator<Topology> change) throws MoveRefused, VersionConflict, StoreUnavailable {
        Outcome outcome = editor.change(change, running.getAsLong());
        return switch (outcome) {
            case Outcome.Refused refused -> throw new MoveRefused("the topology can't be changed: " + refused.text());
            case Outcome.Written written -> written.topology();
        };
    }
}
