package io.pinion.operations.reshard;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.transfer.HandOver;
import io.pinion.operations.transfer.PublishedTransfer;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import java.util.Optional;

/** The keyspace's entry in the stored topology, for the holder of the resharding's lock. Blocks. */
record PublishedResharding(TopologyChange change, KeyspaceResharding task)
        implements PublishedTransfer, HandOver.Published {
    @Override
    public String name() {
        return task.name();
    }

    @Override
    public long generation() throws OperationRefused {
        return change.stored().generation();
    }

    @Override
    public boolean isPublished() throws OperationRefused {
        Topology stored = change.stored();
        return announced(stored).isPresent() || handedOver(stored).isPresent();
    }

    @Override
    public boolean isHandedOver() throws OperationRefused {
        return handedOver(change.stored()).isPresent();
    }

    @Override
    public HandOver.Published forth() {
        return this;
    }

    /** The keyspace on its old shards, while it gets the new ones. */
    private Optional<Keyspace.Mod> announced(Topology topology) {
        return task.in(topology).filter(task::isOnOld).filter(keyspace -> keyspace.resharding()
                .filter(task.announced()::equals)
                .isPresent());
    }

    private Optional<Keyspace.Mod> handedOver(Topology topology) {
        return task.in(topology).filter(task::isOnNew);
    }

    /** Reserves the names of the new shards' databases, and lets users have their rights on them. */
    @Override
    public long publish() throws OperationRefused {
        return change.store(task::announcedIn, after -> announced(after).isPresent(), otherwise())
                .generation();
    }

    @Override
    public long hold() throws OperationRefused {
        return change.store(before -> held(before, true), after -> isHeld(after, true), otherwise())
                .generation();
    }

    @Override
    public long releaseAtLast() throws OperationRefused {
        return change.storeAtLast(before -> held(before, false), after -> isHeld(after, false), otherwise())
                .generation();
    }

    private Topology held(Topology before, boolean held) {
        return announced(before)
                .map(keyspace -> before.withKeyspace(
                        keyspace.withRanges(keyspace.ranges().changed(0, ShardId.MAX, range -> range.withHeld(held)))))
                .orElse(before);
    }

    private boolean isHeld(Topology topology, boolean held) {
        return announced(topology)
                .filter(keyspace -> keyspace.ranges().ranges().stream().allMatch(range -> range.held() == held))
                .isPresent();
    }

    /** A proxy that has undone a hand-over has released statements: then the keyspace keeps its old shards. */
    @Override
    public long handOverAtLast() throws OperationRefused {
        return change.storeAtLast(
                        before -> announced(before)
                                .filter(keyspace ->
                                        keyspace.ranges().ranges().stream().allMatch(ShardRange::held))
                                .map(before::resharded)
                                .orElse(before),
                        after -> handedOver(after).isPresent(),
                        otherwise())
                .generation();
    }

    /** As long as the keyspace has its old shards. */
    @Override
    public long forget() throws OperationRefused {
        return change.store(
                        before -> announced(before)
                                .map(keyspace -> before.withKeyspace(keyspace.withResharding(Optional.empty())))
                                .orElse(before),
                        after -> announced(after).isEmpty() && handedOver(after).isEmpty(),
                        otherwise())
                .generation();
    }

    /** Nothing is left of the old shards. */
    void finish() throws OperationRefused {
        change.store(
                before -> handedOver(before)
                        .filter(keyspace ->
                                keyspace.resharding().filter(Resharding::former).isPresent())
                        .map(keyspace -> before.withKeyspace(keyspace.withResharding(Optional.empty())))
                        .orElse(before),
                after -> handedOver(after)
                        .filter(keyspace -> keyspace.resharding().isEmpty())
                        .isPresent(),
                otherwise());
    }

    private String otherwise() {
        return "somebody else has changed keyspace " + task.name()
                + " in the topology: look at it (SHOW KEYSPACES) before you try again";
    }
}
