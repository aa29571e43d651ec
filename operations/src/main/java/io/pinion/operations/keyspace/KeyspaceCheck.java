package io.pinion.operations.keyspace;

import io.pinion.config.document.NearestName;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.function.ShardFunctions;
import java.util.HashSet;

/** Checks whether a topology can get a keyspace. Decides without I/O. */
public record KeyspaceCheck(Topology topology, KeyspaceShape shape) {
    /** MySQL's ER_DB_CREATE_EXISTS. */
    private static final int EXISTS = 1007;

    public void run() throws OperationRefused {
        if (topology.keyspaces().containsKey(shape.name())) {
            throw new OperationRefused(
                    EXISTS,
                    "HY000",
                    "Can't create keyspace '" + shape.name() + "'; it exists (SHOW KEYSPACES)",
                    OperationRefused.Leaves.NO_TRACE);
        }
        if (shape.shards() < 1 || shape.shards() > ShardId.MAX + 1) {
            throw new OperationRefused(shape.shards() + " shards are not between 1 and " + (ShardId.MAX + 1));
        }
        if (shape.kind() == KeyspaceShape.Kind.MOD
                && ShardFunctions.byName(shape.hash()).isEmpty()) {
            throw new OperationRefused("there is no hash called " + shape.hash() + ": "
                    + NearestName.cure(shape.hash(), ShardFunctions.names()));
        }
        if (!shape.charset().matches("\\w*") || !shape.collation().matches("\\w*")) {
            throw new OperationRefused("character sets and collations have letters, digits and underscores");
        }
        for (String pair : shape.pairs()) {
            if (!topology.pairs().containsKey(pair)) {
                throw new OperationRefused(UnknownName.pair(topology, pair));
            }
            if (topology.pairs().get(pair).held()) {
                throw new OperationRefused("statements for pair " + pair
                        + " are held, as while its primary changes: try again afterwards (SHOW OPERATIONS)");
            }
        }
        if (new HashSet<>(shape.pairs()).size() < shape.pairs().size()) {
            throw new OperationRefused("a pair is named twice");
        }
        OperationRefused.requireNone(TopologyReader.objection(topology.withKeyspace(shape.entry())));
    }
}
