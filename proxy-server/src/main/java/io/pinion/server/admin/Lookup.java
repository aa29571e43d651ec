package io.pinion.server.admin;

import io.pinion.config.topology.Topology;
import io.pinion.routing.catalog.Keyspace;

/** Finds the keyspace that an admin statement names. */
final class Lookup {
    private Lookup() {}

    /** @throws AdminSyntaxException with a list of the keyspaces, when none has the name */
    static Keyspace keyspace(String name, Topology topology) {
        return topology.keyspace(name)
                .orElseThrow(() -> new AdminSyntaxException("no keyspace '" + name + "'; there are "
                        + String.join(", ", topology.keyspaces().keySet())));
    }
}
