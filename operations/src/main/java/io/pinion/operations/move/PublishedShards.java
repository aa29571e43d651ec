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
 * What the stored topology says of the shards that are moved, for whoever holds the locks of both pairs. Between its being read and
 * its being written the locks are looked at: who has lost them may be back from where nothing reached him, and others have ended
 * what he did. Blocks.
 */
final class PublishedShards {
    private static final Duration AT_LAST = Duration.ofSeconds(30);
    private static final long AGAIN_MILLIS = 200;

    private final TopologyEditor editor;
    private final LongSupplier running;
    private final Move task;
    private final TaskLock lock;

    /** @param running the generation that this proxy runs with */
    PublishedShards(TopologyStore store, LongSupplier running, Move task, TaskLock lock) {
        this.editor = new TopologyEditor(store);
        this.running = running;
        this.task = task;
        this.lock = lock;
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

    /** What anybody has read before he writes no more, as whoever held the locks before, and was cut off in the middle of it. */
    void takeOver() throws MoveRefused {
        try {
            written(editor.countUp(running.getAsLong()));
        } catch (VersionConflict | StoreUnavailable e) {
            throw unchanged(e);
        }
    }

    /**
     * Lets statements for the shards wait.
     *
     * @param on the pair that they must be on
     * @return the generation that says so
     */
    long hold(String on) throws MoveRefused {
        try {
            return changed(on, range -> range.withHeld(true), on, true);
        } catch (VersionConflict | StoreUnavailable e) {
            throw unchanged(e);
        }
    }

    /** Statements wait no longer; with patience for a store that is away. */
    long releaseAtLast(String on) throws MoveRefused {
        return atLast(on, range -> range.withHeld(false), on, false);
    }

    /**
     * The shards are on another pair from now on.
     *
     * @param held whether statements for them still wait
     */
    long moveAtLast(String from, String to, boolean held) throws MoveRefused {
        return atLast(from, range -> range.withPair(to).withHeld(held), to, held);
    }

    private long atLast(String from, UnaryOperator<ShardRange> change, String to, boolean held) throws MoveRefused {
        long end = System.nanoTime() + AT_LAST.toNanos();
        while (true) {
            // Without the locks another proxy may have undone it, and have let clients write where they were.
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
        return written(editor.change(change, running.getAsLong()));
    }

    private static Topology written(Outcome outcome) throws MoveRefused {
        return switch (outcome) {
            case Outcome.Refused refused -> throw new MoveRefused("the topology can't be changed: " + refused.text());
            case Outcome.Written written -> written.topology();
        };
    }
}
