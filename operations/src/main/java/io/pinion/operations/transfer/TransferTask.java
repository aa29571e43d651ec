package io.pinion.operations.transfer;

import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Task;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.routing.catalog.Keyspace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The task of carrying rows to new shards of a keyspace, which are announced in the topology first and handed over at
 * last. Decides without I/O. What a topology becomes is the same topology where its keyspace is another one.
 */
public interface TransferTask extends Task {
    /** The keyspace with its new shards. */
    KeyspaceShape shape();

    /** Whether it is handed over at HAND OVER OPERATION, and not as soon as it can be. */
    boolean onRequest();

    /** The databases that have the rows before, by their pair; that of the lowest shard first. */
    Map<String, List<String>> sources();

    /** The keyspace, where its new shards are announced: clients don't use them yet. */
    Optional<? extends Keyspace.Sharded> announced(Topology topology);

    /** The keyspace, where clients use its new shards. */
    Optional<? extends Keyspace.Sharded> handedOver(Topology topology);

    Topology announcedIn(Topology before);

    Topology handedOverIn(Topology announced);

    /** For a task that a way leads back from. */
    default Topology handedBackIn(Topology handedOver) {
        return handedOver;
    }

    Topology forgottenIn(Topology announced);

    /** With the new shards alone: no way leads back from there. */
    Topology finishedIn(Topology handedOver);

    default String name() {
        return shape().name();
    }

    @Override
    default String keyspace() {
        return name();
    }

    /** Each once, those that have the rows before first. */
    default List<String> pairs() {
        return Stream.concat(sources().keySet().stream(), shape().pairs().stream())
                .distinct()
                .toList();
    }

    @Override
    default Set<String> locks() {
        Set<String> names = new TreeSet<>(Set.of(Task.shardsLock(name())));
        pairs().forEach(pair -> names.add(Task.pairLock(pair)));
        return names;
    }
}
