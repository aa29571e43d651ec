package io.pinion.operations.queue;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Cluster;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.queue.JobQueue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Declares {@code pinterest.jobs} in a stored topology. */
final class DeclaredQueue {
    private DeclaredQueue() {}

    /** @param states of the queue */
    static void in(Cluster cluster, String states) throws Exception {
        declare(cluster, Optional.of(JobQueue.parse("state,updated_at", states)));
    }

    static void not(Cluster cluster) throws Exception {
        declare(cluster, Optional.empty());
    }

    private static void declare(Cluster cluster, Optional<JobQueue> queue) throws Exception {
        cluster.documents().editor().change(topology -> declared(topology, queue), 0);
    }

    private static Topology declared(Topology topology, Optional<JobQueue> queue) {
        if (!(topology.keyspaces().get("pinterest") instanceof Keyspace.Sharded keyspace)) {
            throw new IllegalStateException("no keyspace pinterest");
        }
        Map<String, Table> tables = new LinkedHashMap<>(keyspace.tables());
        tables.put(
                "jobs",
                new Table.MappingTable("jobs", "user_id", Set.of("user_id"), Optional.empty(), List.of(), queue));
        return topology.withKeyspace(keyspace.withTables(tables));
    }
}
