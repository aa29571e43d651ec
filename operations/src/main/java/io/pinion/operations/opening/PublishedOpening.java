package io.pinion.operations.opening;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/** What the stored topology says of the shards. Blocks. */
final class PublishedOpening {
    private final TopologyEditor editor;
    private final LongSupplier running;
    private final Task.Opening task;

    /** @param running the generation that this proxy runs with */
    PublishedOpening(TopologyStore store, LongSupplier running, Task.Opening task) {
        this.editor = new TopologyEditor(store);
        this.running = running;
        this.task = task;
    }

    Topology stored() throws OpeningRefused {
        try {
            return editor.current();
        } catch (StoreUnavailable e) {
            throw unavailable(e);
        }
    }

    private static OpeningRefused unavailable(Exception e) {
        return new OpeningRefused("the topology can't be read or changed: " + e.getMessage());
    }

    /**
     * Gives the keyspace the shards, if nothing has been written since the topology was seen.
     *
     * @param seen has none of them
     * @return whether it was stored; false also when nobody knows, so that {@link #stored} is to be looked at
     */
    boolean add(Topology seen, int weight) throws OpeningRefused {
        Keyspace.Sharded keyspace = new RequestCheck(seen, task).keyspace();
        return replaced(seen, with(keyspace, keyspace.ranges(), weight)).isPresent();
    }

    /**
     * The same, and statements for the lowest shard don't wait any more.
     *
     * @param held as {@link #hold} gave it
     */
    boolean addAndRelease(Topology held, int weight) throws OpeningRefused {
        Keyspace.Sharded keyspace = new RequestCheck(held, task).keyspace();
        return replaced(held, with(keyspace, lowestHeld(keyspace.ranges(), false), weight))
                .isPresent();
    }

    private UnaryOperator<Topology> with(Keyspace.Sharded keyspace, RangeTable ranges, int weight) {
        ShardRange range = new ShardRange(task.first(), task.last(), task.pair(), weight);
        return topology -> topology.withKeyspace(keyspace.withRanges(ranges.with(range)));
    }

    /**
     * Lets statements for the keyspace's lowest shard wait, if nothing has been written since the topology was seen.
     *
     * @param seen in which nobody else holds any of the keyspace's
     * @return what is stored then; empty also when nobody knows whether it is
     */
    Optional<Topology> hold(Topology seen) throws OpeningRefused {
        Keyspace.Sharded keyspace = new RequestCheck(seen, task).keyspace();
        return replaced(
                seen, topology -> topology.withKeyspace(keyspace.withRanges(lowestHeld(keyspace.ranges(), true))));
    }

    /** To be asked before anything says that the opening may hold some itself. */
    static void requireNoneHeld(Keyspace.Sharded keyspace) throws OpeningRefused {
        ShardRange held = keyspace.ranges().held();
        if (held != null) {
            throw new OpeningRefused("statements for shard " + held.first() + " of " + keyspace.name()
                    + " are held: another operation works on it (SHOW OPERATIONS)");
        }
    }

    private static RangeTable lowestHeld(RangeTable ranges, boolean held) {
        ShardId lowest = ranges.firstShard();
        return lowest == null
                ? ranges
                : ranges.changed(lowest.number(), lowest.number(), range -> range.withHeld(held));
    }

    /** @return what is stored; empty also when nobody knows whether it is */
    private Optional<Topology> replaced(Topology seen, UnaryOperator<Topology> change) throws OpeningRefused {
        try {
            return switch (editor.replace(seen, change.apply(seen), running.getAsLong())) {
                case Outcome.Written written -> Optional.of(written.topology());
                case Outcome.Refused refused -> throw refused(refused);
            };
        } catch (VersionConflict | StoreUnavailable e) {
            return Optional.empty();
        }
    }

    /**
     * After this, whoever has seen an earlier topology can't add the shards any more, and statements for the lowest
     * shard don't wait for this opening. Retries while the store is away.
     *
     * @param held whether the opening may have let them wait
     * @param timeout with the store
     * @return the topology that is stored now, with the shards or without
     */
    Topology settle(boolean held, Duration timeout) throws OpeningRefused {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                Topology seen = editor.current();
                RequestCheck check = new RequestCheck(seen, task);
                if (check.isOpen(check.keyspace())) {
                    return seen;
                }
                Topology next = held ? released(seen, check.keyspace()) : seen;
                switch (editor.replace(seen, next, running.getAsLong())) {
                    case Outcome.Written written -> {
                        return written.topology();
                    }
                    case Outcome.Refused refused -> throw refused(refused);
                }
            } catch (VersionConflict faster) {
                // Somebody wrote: perhaps the one who was waited for.
                if (System.nanoTime() > end) {
                    throw new OpeningRefused("the topology is changed by others all the time: try again");
                }
            } catch (StoreUnavailable e) {
                if (System.nanoTime() > end) {
                    throw unavailable(e);
                }
                OpeningGuard.sleep();
            }
        }
    }

    private static Topology released(Topology seen, Keyspace.Sharded keyspace) {
        return seen.withKeyspace(keyspace.withRanges(lowestHeld(keyspace.ranges(), false)));
    }

    /**
     * Opens them for new objects, where nobody else has said anything of their weight and they are still on their pair.
     *
     * @return the generation that says so
     */
    long weigh() throws OpeningRefused {
        try {
            return switch (editor.change(this::weighed, running.getAsLong())) {
                case Outcome.Written written -> written.topology().generation();
                case Outcome.Refused refused -> throw refused(refused);
            };
        } catch (VersionConflict | StoreUnavailable e) {
            throw unavailable(e);
        }
    }

    private Topology weighed(Topology before) {
        if (!(before.keyspaces().get(task.keyspace()) instanceof Keyspace.Sharded keyspace)) {
            return before;
        }
        return before.withKeyspace(keyspace.withRanges(keyspace.ranges()
                .changed(
                        task.first(),
                        task.last(),
                        range -> range.insertWeight() == 0 && range.pair().equals(task.pair())
                                ? range.withWeight(InsertWeights.share(task.first(), task.last(), task.weight(), range))
                                : range)));
    }

    private static OpeningRefused refused(Outcome.Refused refused) {
        return new OpeningRefused("the topology can't be changed: " + refused.text());
    }
}
