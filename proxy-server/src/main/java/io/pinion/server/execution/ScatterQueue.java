package io.pinion.server.execution;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.LoopPool;
import io.pinion.server.scatter.Gate;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** How a session's statement over several shards asks for its turn. */
final class ScatterQueue {
    private ScatterQueue() {}

    /**
     * Whether the session has to wait for its turn. Within a transaction it has connections already, and others may wait for
     * its locks: it goes on.
     */
    static boolean queues(SessionContext session) {
        return session.state().transaction().open().isEmpty();
    }

    /**
     * Asks for a connection to each of the pairs' servers: see {@link Gate#enter}.
     *
     * @param pairs may name one twice
     */
    static Gate.Ticket enter(
            SessionContext session,
            boolean scatter,
            Iterable<String> pairs,
            Runnable admitted,
            Consumer<ServerError> refused) {
        LoopCluster cluster = session.cluster();
        Map<String, Integer> servers = new HashMap<>();
        for (String pair : pairs) {
            LoopPool pool = cluster.primaryOf(pair);
            if (pool != null) {
                servers.merge(pool.server().name(), 1, Integer::sum);
            }
        }
        return cluster.scatters().gate(scatter).enter(servers, cluster.pools().loop(), admitted, refused);
    }
}
