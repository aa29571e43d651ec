package io.pinion.server.admin;

import io.pinion.config.topology.Topology;
import io.pinion.routing.catalog.Keyspace;

/** Finds what an admin statement names. */
final class Lookup {
    private Lookup() {}

    /** @throws AdminSyntaxException that lists the keyspaces there are */
    static Keyspace keyspace(String name, Topology topology) {
        return topology.keyspace(name)
                .orElseThrow(() -> new AdminSyntaxException("no keyspace '" + name + "'; there are "
                        + String.join(", ", topology.keyspaces().keySet())));
    }
}
