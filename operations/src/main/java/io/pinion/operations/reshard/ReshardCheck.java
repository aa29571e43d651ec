package io.pinion.operations.reshard;

import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.keyspace.KeyspaceCheck;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.Locale;
import java.util.Optional;

/** Whether a keyspace can get other shards, as far as the topology knows. Decides without I/O. */
record ReshardCheck(Topology topology) {
    /** What was asked for, when the keyspace can get it. */
    KeyspaceResharding task(ReshardRequest request) throws OperationRefused {
        Keyspace.Mod keyspace = keyspace(request.keyspace());
        requireWhole(keyspace);
        String hash = request.hash().orElse(keyspace.function().name());
        if (keyspace.shards() == request.shards() && keyspace.function().name().equals(hash)) {
            throw new OperationRefused("keyspace " + keyspace.name() + " has " + keyspace.shards() + " shards by "
                    + hash + " already: MOVE SHARDS brings them to other pairs");
        }
        KeyspaceShape shape = new KeyspaceShape(
                keyspace.name(),
                KeyspaceShape.Kind.MOD,
                request.shards(),
                request.databases().or(() -> Optional.of(pattern(keyspace, request.shards()))),
                request.pairs(),
                hash,
                "",
                "");
        new KeyspaceCheck(topology.withoutKeyspace(keyspace.name()), shape).run();
        KeyspaceResharding task = new KeyspaceResharding(shape, OldShards.of(keyspace), request.onRequest());
        requireValid(task, keyspace);
        return task;
    }

    /** One that neither the shards of now have, nor any others of the same number. */
    private static DatabasePattern pattern(Keyspace.Mod keyspace, int shards) {
        String begins = keyspace.name().toLowerCase(Locale.ROOT) + "_" + shards;
        DatabasePattern plain = DatabasePattern.parse(begins + "_%05d");
        return plain.overlaps(keyspace.databases()) ? DatabasePattern.parse(begins + "b_%05d") : plain;
    }

    private Keyspace.Mod keyspace(String name) throws OperationRefused {
        Keyspace found =
                topology.keyspace(name).orElseThrow(() -> new OperationRefused(UnknownName.keyspace(topology, name)));
        return switch (found) {
            case Keyspace.Mod mod -> mod;
            case Keyspace.Id id ->
                throw new OperationRefused("the shard of each row of keyspace " + name
                        + " is in its global id, which applications keep: its rows can't change their shard. OPEN SHARDS"
                        + " adds shards for new rows, MOVE SHARDS brings shards to other pairs");
            case Keyspace.Single single ->
                throw new OperationRefused(
                        "keyspace " + name + " has no shards: IMPORT DATABASE makes a sharded keyspace of it");
        };
    }

    private static void requireWhole(Keyspace.Mod keyspace) throws OperationRefused {
        String name = keyspace.name();
        if (keyspace.importing().isPresent()) {
            throw new OperationRefused(
                    "keyspace " + name + " has an old database that it gets or has got its rows from:"
                            + " FINISH its import first (SHOW OPERATIONS)");
        }
        if (keyspace.resharding().isPresent()) {
            throw new OperationRefused(
                    "keyspace " + name + " has other shards already, of a resharding that isn't over:"
                            + " FINISH it first (SHOW OPERATIONS)");
        }
        if (keyspace.ranges().shards() != keyspace.shards()) {
            throw new OperationRefused("not all of the " + keyspace.shards() + " shards of " + name
                    + " are on a pair: OPEN SHARDS first (SHOW SHARDS FROM " + name + ")");
        }
        if (keyspace.ranges().ranges().stream().anyMatch(ShardRange::held)) {
            throw new OperationRefused("statements for shards of " + name
                    + " are held: another operation works on them (SHOW OPERATIONS)");
        }
    }

    private void requireValid(KeyspaceResharding task, Keyspace.Mod keyspace) throws OperationRefused {
        Topology announced = task.announcedIn(topology);
        OperationRefused.requireNone(TopologyReader.objection(announced));
        OperationRefused.requireNone(
                TopologyReader.objection(announced.resharded(task.in(announced).orElse(keyspace))));
    }
}
