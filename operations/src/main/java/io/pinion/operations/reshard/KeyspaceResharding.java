package io.pinion.operations.reshard;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.transfer.TransferSteps;
import io.pinion.operations.transfer.TransferTask;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.function.ShardFunctions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The task of giving a mod keyspace other shards.
 *
 * @param shape of the keyspace with its new shards
 * @param old the shards that it has before
 * @param onRequest whether it is handed over at HAND OVER OPERATION, and not as soon as it can be
 */
@JsonTypeName("RESHARD_KEYSPACE")
public record KeyspaceResharding(KeyspaceShape shape, OldShards old, boolean onRequest) implements TransferTask {
    static final String CHECKING_END = "checking the new shards";
    static final String DROPPING = "dropping the old shards";
    private static final Set<String> BEHIND_HAND_OVER = Set.of(TransferSteps.SETTLING, CHECKING_END, DROPPING);

    @Override
    public Map<String, List<String>> sources() {
        return old.databasesOfPairs();
    }

    /** The new shards, as the topology states them until they are handed over. */
    Resharding announced() {
        return new Resharding(
                shape.databases().orElseThrow(),
                new RangeTable(shape.ranges()),
                shape.shards(),
                ShardFunctions.byName(shape.hash())
                        .orElseThrow(() -> new IllegalStateException("there is no hash called " + shape.hash())),
                false);
    }

    /** Whether a keyspace has the old shards. */
    boolean isOnOld(Keyspace.Mod keyspace) {
        return keyspace.databases().equals(old.databases()) && keyspace.shards() == old.shards();
    }

    /** Whether a keyspace has the new shards. */
    boolean isOnNew(Keyspace.Mod keyspace) {
        return keyspace.databases().equals(shape.databases().orElseThrow()) && keyspace.shards() == shape.shards();
    }

    /** The keyspace of a topology, if it is a mod keyspace. */
    Optional<Keyspace.Mod> in(Topology topology) {
        return topology.keyspace(name()).filter(Keyspace.Mod.class::isInstance).map(Keyspace.Mod.class::cast);
    }

    @Override
    public Optional<Keyspace.Mod> announced(Topology topology) {
        return in(topology).filter(this::isOnOld).filter(keyspace -> keyspace.resharding()
                .filter(announced()::equals)
                .isPresent());
    }

    @Override
    public Optional<Keyspace.Mod> handedOver(Topology topology) {
        return in(topology).filter(this::isOnNew);
    }

    @Override
    public Topology announcedIn(Topology before) {
        return in(before)
                .filter(this::isOnOld)
                .filter(keyspace -> keyspace.resharding().isEmpty())
                .map(keyspace -> before.withKeyspace(keyspace.withResharding(Optional.of(announced()))))
                .orElse(before);
    }

    @Override
    public Topology handedOverIn(Topology announced) {
        return announced(announced).map(announced::resharded).orElse(announced);
    }

    @Override
    public Topology forgottenIn(Topology announced) {
        return without(announced, announced(announced));
    }

    @Override
    public Topology finishedIn(Topology handedOver) {
        return without(handedOver, handedOver(handedOver));
    }

    private static Topology without(Topology before, Optional<Keyspace.Mod> resharded) {
        return resharded
                .map(keyspace -> before.withKeyspace(keyspace.withResharding(Optional.empty())))
                .orElse(before);
    }

    /** A table that is changed on the old shards isn't changed on the new ones, so none is until the hand-over. */
    @Override
    public boolean isPublishing(Progress progress) {
        return !BEHIND_HAND_OVER.contains(progress.furthest());
    }

    @Override
    public String subject() {
        return "keyspace " + name() + " or one of its pairs";
    }

    @Override
    public String statement() {
        return "RESHARD KEYSPACE " + name() + " INTO " + shape.shards() + " SHARDS HASH " + shape.hash()
                + shape.places() + (onRequest ? " HAND OVER ON REQUEST" : "");
    }
}
