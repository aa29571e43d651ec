package io.pinion.operations.reshard;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.function.ShardFunctions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The task of giving a mod keyspace other shards.
 *
 * @param shape of the keyspace with its new shards
 * @param old the shards that it has before
 * @param onRequest whether it is handed over at HAND OVER OPERATION, and not as soon as it can be
 */
@JsonTypeName("RESHARD_KEYSPACE")
public record KeyspaceResharding(KeyspaceShape shape, OldShards old, boolean onRequest) implements Task {
    String name() {
        return shape.name();
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

    /** The topology in which the new shards are named; as it was where the keyspace is another one. */
    Topology announcedIn(Topology before) {
        return in(before)
                .filter(this::isOnOld)
                .filter(keyspace -> keyspace.resharding().isEmpty())
                .map(keyspace -> before.withKeyspace(keyspace.withResharding(Optional.of(announced()))))
                .orElse(before);
    }

    /** All pairs, each once, those of the old shards first. */
    List<String> pairs() {
        return Stream.concat(old.databasesOfPairs().keySet().stream(), shape.pairs().stream())
                .distinct()
                .toList();
    }

    @Override
    public String keyspace() {
        return name();
    }

    /** A table that is changed on the old shards isn't changed on the new ones, so none is until the hand-over. */
    @Override
    public boolean isPublishing(Progress progress) {
        return !ReshardSteps.isBehindHandOver(progress.furthest());
    }

    @Override
    public String subject() {
        return "keyspace " + name() + " or one of its pairs";
    }

    @Override
    public String statement() {
        return "RESHARD KEYSPACE " + name() + " INTO " + shape.shards() + " SHARDS HASH " + shape.hash() + " ON "
                + (shape.pairs().size() == 1 ? "PAIR " : "PAIRS ") + String.join(", ", shape.pairs()) + " DATABASE '"
                + shape.databases().orElseThrow() + "'" + (onRequest ? " HAND OVER ON REQUEST" : "");
    }

    @Override
    public Set<String> locks() {
        Set<String> names = new TreeSet<>(Set.of(Task.shardsLock(name())));
        pairs().forEach(pair -> names.add(Task.pairLock(pair)));
        return names;
    }
}
