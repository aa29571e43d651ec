package io.pinion.operations.transfer;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.keyspace.KeyspaceCheck;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.routing.catalog.Keyspace;
import java.util.Optional;

/**
 * The database that an import takes, as far as the topology knows it. Decides without I/O.
 *
 * @param shape of the keyspace that gets its name
 * @param asked the pair that was named as the one that has it
 */
record ImportedDatabase(Topology topology, KeyspaceShape shape, Optional<String> asked) {
    /** The pair that has it, when the name may become that of a sharded keyspace. */
    String pair() throws OperationRefused {
        Optional<Keyspace.Single> single = single();
        new KeyspaceCheck(single.isPresent() ? topology.withoutKeyspace(shape.name()) : topology, shape).run();
        if (single.isPresent()) {
            return single(single.get());
        }
        if (asked.isEmpty()) {
            return topology.homePair()
                    .orElseThrow(() -> new OperationRefused("the topology has neither a single keyspace " + shape.name()
                            + " nor a home pair: say FROM PAIR (SHOW PAIRS)"));
        }
        if (!topology.pairs().containsKey(asked.get())) {
            throw new OperationRefused(UnknownName.pair(topology, asked.get()));
        }
        return asked.get();
    }

    private String single(Keyspace.Single keyspace) throws OperationRefused {
        if (asked.filter(pair -> !pair.equals(keyspace.pair())).isPresent()) {
            throw new OperationRefused("clients would lose sight of the single keyspace " + shape.name() + " on pair "
                    + keyspace.pair() + ", which has this name: leave FROM PAIR out to import that");
        }
        return keyspace.pair();
    }

    private Optional<Keyspace.Single> single() {
        return topology.keyspace(shape.name())
                .filter(Keyspace.Single.class::isInstance)
                .map(Keyspace.Single.class::cast);
    }

    /**
     * The home pair, where clients would lose sight of a database of this name there; empty when they don't see it now.
     *
     * @param pair that has the imported one
     */
    Optional<String> hides(String pair) {
        return single().isPresent() ? Optional.empty() : topology.homePair().filter(home -> !home.equals(pair));
    }
}
