package io.pinion.operations.engine;

import io.pinion.config.document.NearestName;
import io.pinion.config.topology.Topology;

/** Sentences about a name that the topology doesn't have: they say which one was meant, or which there are. */
public final class UnknownName {
    private UnknownName() {}

    public static String pair(Topology topology, String name) {
        return "there is no pair " + name + ": "
                + NearestName.cure(name, topology.pairs().keySet()) + " (SHOW PAIRS)";
    }

    public static String keyspace(Topology topology, String name) {
        return "there is no keyspace " + name + ": "
                + NearestName.cure(name, topology.keyspaces().keySet()) + " (SHOW KEYSPACES)";
    }

    public static String server(Topology topology, String name) {
        return "there is no server " + name + ": "
                + NearestName.cure(name, topology.servers().keySet()) + " (SHOW PAIRS)";
    }
}
