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

/**
 * The entry of the moved shards in the stored topology, for the holder of the locks of both pairs. The locks are
 * checked between a read and its write: a proxy that has lost them may wake up after another proxy has undone its work.
 * Blocks.
 */
final class PublishedMove {
    private static final Duration AT_LAST = Duration.ofSeconds(30);
    private static final long AGAIN_MILLIS = 200;

    private final TopologyEditor editor;
    private final LongSupplier running;
    private final Move task;
    private final TaskLock lock;

    /** @param running the generation that this proxy runs with */
    PublishedMove(TopologyStore store, LongSupplier running, Move task, TaskLock lock) {
        this.editor = new TopologyEditor(store);
        this.running = running;
        this.task = task;
        this.lock = lock;
    }

    /** The pair on which a topology has all these shards; empty when they are on several, or one isn't open. */
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

    /** The pair that has the shards in the stored topology. */
    Optional<String> pair() throws MoveRefused {
        try {
            return pair(change(topology -> topology), task);
        } catch (VersionConflict | StoreUnavailable e) {
            throw unchanged(e);
        }
    }

    /**
     * Makes the writes of earlier readers fail, such as an earlier holder of the locks that was cut off in the middle
     * of its work.
     */
    void outdateOlderWriters() throws MoveRefused {
        try {
            written(editor.countUp(running.getAsLong()));
        } catch (VersionConflict | StoreUnavailable e) {
            throw unchanged(e);
        }
    }

    /**
     * Holds statements for the shards.
     *
     * @param on the pair that they must be on
     * @return the generation that holds them
     */
    long hold(String on) throws MoveRefused {
        try {
            return changed(on, range -> range.withHeld(true), on, true);
        } catch (VersionConflict | StoreUnavailable e) {
            throw unchanged(e);
        }
    }

    /** Releases statements for the shards; waits for a store that is away. */
    long releaseAtLast(String on) throws MoveRefused {
        return atLast(on, range -> range.withHeld(false), on, false);
    }

    /**
     * Puts the shards on another pair.
     *
     * @param held whether statements for them still wait
     */
    long moveAtLast(String from, String to, boolean held) throws MoveRefused {
        return atLast(from, range -> range.withPair(to).withHeld(held), to, held);
    }

    private long atLast(String from, UnaryOperator<ShardRange> change, String to, boolean held) throws MoveRefused {
        long end = System.nanoTime() + AT_LAST.toNanos();
        while (true) {
            // Without the locks, another proxy may have undone the hand-over and let clients write on the old pair.
            MoveRefused.unlessHeld(lock, TaskLock.PATIENTLY);
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
                .filter(pair -> lock.isHeldWithin(TaskLock.BRIEFLY))
                .map(pair -> with(topology, change))
                .orElse(topology));
        boolean there = pair(now, task).filter(to::equals).isPresent()
                && ranges(now, task).stream().allMatch(range -> range.held() == held);
        if (!there && !lock.isHeld()) {
            throw new StoreUnavailable("the locks of the pairs aren't held");
        }
        if (!there) {
            throw new MoveRefused("somebody else has changed where " + task.shards() + " of " + task.keyspace()
                    + " are: look at it (SHOW SHARDS FROM " + task.keyspace() + ") before you try again");
        }
        return now.generation();
    }

    /** A proxy that has undone the hand-over has released them. */
    private boolean areHeld(Topology topology) {
        return ranges(topology, task).stream().allMatch(ShardRange::held);
    }

    private Topology with(Topology topology, UnaryOperator<ShardRange> change) {
        Keyspace.Sharded keyspace =
                (Keyspace.Sharded) topology.keyspace(task.keyspace()).orElseThrow();
        return topology.withKeyspace(keyspace.withRanges(keyspace.ranges().changed(task.first(), task.last(), change)));
    }

    private Topology change(UnaryOperator<Topology> change) throws MoveRefused, VersionConflict, StoreUnavailable {
        return written(editor.change(change, running.getAsLong()));
    }

    private static Topology written(Outcome outcome) throws MoveRefused {
        return switch (outcome) {
            case Outcome.Refused refused -> throw new MoveRefused("the topology can't be changed: " + refused.text());
            case Outcome.Written written -> written.topology();
        };
    }
}
