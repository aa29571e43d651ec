package io.pinion.server.schema;

import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.ExhaustedTable;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import java.math.BigInteger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds the tables of shards whose AUTO_INCREMENT has come near the end of the local ids, with one query for each
 * object table and pair. Blocks: belongs on a thread of its own.
 */
record AutoIncrementReader(ServerAccess access) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final BigInteger EXHAUSTED_FROM = BigInteger.valueOf(GlobalId.EXHAUSTED_FROM);

    /** Half of the ids: from here on a table is read more often. */
    private static final long NEAR = 1L << 35;

    /** @param near at least one table of a shard has used up half of its ids */
    record Reading(Set<ExhaustedTable> exhausted, boolean near) {}

    /** @param last the result before, which holds for servers that don't answer */
    Reading read(Topology topology, Set<ExhaustedTable> last) {
        Set<ExhaustedTable> exhausted = new HashSet<>();
        boolean near = false;
        try (PairConnections connections = new PairConnections(topology, access, TIMEOUT)) {
            for (Keyspace keyspace : topology.keyspaces().values()) {
                if (keyspace instanceof Keyspace.Id ids) {
                    near |= read(connections, ids, last, exhausted);
                }
            }
        }
        return new Reading(exhausted, near);
    }

    private static boolean read(
            PairConnections connections, Keyspace.Id keyspace, Set<ExhaustedTable> last, Set<ExhaustedTable> found) {
        boolean near = false;
        Set<String> pairs = new LinkedHashSet<>();
        keyspace.ranges().ranges().stream().map(ShardRange::pair).forEach(pairs::add);
        for (String pair : pairs) {
            for (Table table : keyspace.tables().values()) {
                if (table instanceof Table.ObjectTable object) {
                    near |= read(connections, pair, keyspace, object, last, found);
                }
            }
        }
        return near;
    }

    private static boolean read(
            PairConnections connections,
            String pair,
            Keyspace.Id keyspace,
            Table.ObjectTable table,
            Set<ExhaustedTable> last,
            Set<ExhaustedTable> found) {
        try {
            Map<String, BigInteger> next = connections
                    .to(pair)
                    .nextNumbers(table.name(), NEAR, database -> isOpenOn(pair, keyspace, database));
            next.forEach((database, number) -> {
                if (number.compareTo(EXHAUSTED_FROM) >= 0) {
                    int shard = keyspace.databases().shardIn(database);
                    found.add(new ExhaustedTable(keyspace.name(), table.name(), table.type(), shard));
                }
            });
            return !next.isEmpty();
        } catch (SQLException | Secrets.SecretMissing e) {
            connections.forget(pair);
            last.stream()
                    .filter(before -> before.keyspace().equals(keyspace.name())
                            && before.table().equals(table.name())
                            && pair.equals(keyspace.ranges().pairOf(before.shard())))
                    .forEach(found::add);
            return true;
        }
    }

    private static boolean isOpenOn(String pair, Keyspace.Id keyspace, String database) {
        int shard = keyspace.databases().shardIn(database);
        return shard >= 0 && pair.equals(keyspace.ranges().pairOf(shard));
    }
}
