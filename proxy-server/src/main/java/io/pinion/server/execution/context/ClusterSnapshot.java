package io.pinion.server.execution.context;

import io.pinion.config.topology.Topology;
import io.pinion.routing.catalog.Catalog;
import java.util.Map;

/**
 * One generation of the cluster, shared by all event loops.
 *
 * @param passwords by account name; without accounts whose secret can't be read
 */
public record ClusterSnapshot(Topology topology, Catalog catalog, Map<String, String> passwords) {
    public ClusterSnapshot {
        passwords = Map.copyOf(passwords);
    }

    /** Grows with each topology that this proxy adopts, even if the generation stays the same. */
    public long edition() {
        return catalog.edition();
    }

    /** Must not show the passwords. */
    @Override
    public String toString() {
        return "generation " + topology.generation();
    }
}
