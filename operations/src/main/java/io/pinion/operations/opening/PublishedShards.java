package io.pinion.operations.opening;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.function.LongSupplier;

/** What the stored topology says of the shards. Blocks. */
final class PublishedShards {
    private static final int ATTEMPTS = 20;

    private final TopologyEditor editor;
    private final LongSupplier running;
    private final Task.Opening task;

    /** @param running the generation that this proxy runs with */
    PublishedShards(TopologyStore store, LongSupplier running, Task.Opening task) {
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
        ShardRange range = new ShardRange(task.first(), task.last(), task.pair(), weight);
        Topology next = seen.withKeyspace(keyspace.withRanges(keyspace.ranges().with(range)));
        try {
            return accepted(editor.replace(seen, next, running.getAsLong()));
        } catch (VersionConflict | StoreUnavailable e) {
            return false;
        }
    }

    /**
     * After this, whoever has seen an earlier topology can't add the shards any more.
     *
     * @return the topology that is stored now, with the shards or without
     */
    Topology settle() throws OpeningRefused {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Topology seen = stored();
            RequestCheck check = new RequestCheck(seen, task);
            try {
                if (check.isOpen(check.keyspace()) || accepted(editor.replace(seen, seen, running.getAsLong()))) {
                    return stored();
                }
            } catch (VersionConflict faster) {
                // Somebody wrote: perhaps the one who was waited for.
            } catch (StoreUnavailable e) {
                throw unavailable(e);
            }
        }
        throw new OpeningRefused("the topology is changed by others all the time: try again");
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

    private static boolean accepted(Outcome outcome) throws OpeningRefused {
        return switch (outcome) {
            case Outcome.Written written -> true;
            case Outcome.Refused refused -> throw refused(refused);
        };
    }

    private static OpeningRefused refused(Outcome.Refused refused) {
        return new OpeningRefused("the topology can't be changed: " + refused.text());
    }
}
