package io.pinion.operations.engine;

import io.pinion.config.document.NearestName;
import io.pinion.config.topology.Topology;
import java.util.Collection;

/** Sentences about a name that the topology doesn't have: they say which one was meant, or which there are. */
public final class UnknownName {
    private UnknownName() {}

    public static String pair(Topology topology, String name) {
        return "there is no pair " + name + ": " + cure(name, topology.pairs().keySet(), "SHOW PAIRS", "CREATE PAIR");
    }

    public static String keyspace(Topology topology, String name) {
        return "there is no keyspace " + name + ": "
                + cure(name, topology.keyspaces().keySet(), "SHOW KEYSPACES", "CREATE KEYSPACE");
    }

    public static String server(Topology topology, String name) {
        return "there is no server " + name + ": "
                + cure(name, topology.servers().keySet(), "SHOW PAIRS", "CREATE PAIR");
    }

    /**
     * @param lists the statement that shows those that are there
     * @param makes the statement that makes the first one
     */
    private static String cure(String name, Collection<String> known, String lists, String makes) {
        return NearestName.cure(name, known) + " (" + (known.isEmpty() ? makes : lists) + ")";
    }
}
