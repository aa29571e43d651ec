package io.pinion.server.admin;

import io.pinion.server.observe.PoolSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Connections of each server, summed over event loops and accounts. */
record ConnectionTotals(Map<String, Integer> connectionsByServer) {
    static ConnectionTotals of(List<PoolSnapshot> pools) {
        Map<String, Integer> connections = new HashMap<>();
        pools.forEach(pool -> connections.merge(pool.server(), pool.total(), Integer::sum));
        return new ConnectionTotals(Map.copyOf(connections));
    }

    int connections(String server) {
        return connectionsByServer.getOrDefault(server, 0);
    }
}
