package io.pinion.operations.mapping;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.sql.Answers;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The connections of one group of shards: to standbys for reading, to primaries for what looks wrong. Rows are read and
 * written with the account of clients' statements, which a fence keeps from writing, and a view from more than a client
 * may. Blocks; for one thread.
 */
final class ServersOfPairs implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofMinutes(10);
    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final long MOST_SECONDS_BEHIND = 60;

    /**
     * Whoever holds a row for longer keeps its link from being repaired. The driver lets servers send characters as their
     * column has them.
     */
    private static final String SETTINGS = "SET SESSION innodb_lock_wait_timeout=5, net_write_timeout=86400,"
            + " time_zone='+00:00', autocommit=1, character_set_results=utf8mb4";

    /** The gap of a missing row stays locked in this one alone. */
    private static final String ISOLATION = "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ";

    private final OperationServices services;
    private final Topology topology;
    private final Map<String, ServerConnection> opened = new HashMap<>();

    ServersOfPairs(OperationServices services, Topology topology) {
        this.services = services;
        this.topology = topology;
    }

    Topology topology() {
        return topology;
    }

    /** The standby's, which replicates and is close behind. */
    ServerConnection standby(String pair) throws OperationRefused, SQLException {
        return standby(pair, "standby of ");
    }

    /** Another connection, for a stream of rows. */
    ServerConnection stream(String pair) throws OperationRefused, SQLException {
        return standby(pair, "stream of ");
    }

    private ServerConnection standby(String pair, String purpose) throws OperationRefused, SQLException {
        ServerConnection known = opened.get(purpose + pair);
        if (known != null) {
            return known;
        }
        return open(purpose + pair, requireClose(services, topology, pair));
    }

    /** @throws OperationRefused when a standby that would be read doesn't follow closely */
    static void requireClose(OperationServices services, LinkRules rules) throws OperationRefused, SQLException {
        for (String pair : rules.pairs()) {
            requireClose(services, services.topology(), pair);
        }
    }

    /**
     * The standby of a pair.
     *
     * @throws OperationRefused when there is none, or it doesn't follow closely
     */
    static Server requireClose(OperationServices services, Topology topology, String name)
            throws OperationRefused, SQLException {
        Pair pair = OperationServices.pair(topology, name);
        Server standby = pair.standby()
                .orElseThrow(() -> new OperationRefused("pair " + name
                        + " has no standby, and primaries aren't read for this: ADD STANDBY or REPLACE STANDBY first"));
        ServerLogin login = new ServerLogin(services.access(), standby, OperationServices.operator(topology));
        try (ServerConnection asked = login.open(SILENCE)) {
            ReplicationHealth health = asked.replication();
            long behind = health.secondsBehind().orElse(Long.MAX_VALUE);
            if (!health.isRunning() || behind > MOST_SECONDS_BEHIND) {
                throw new OperationRefused("the standby of pair " + name + ", " + standby.name() + ", "
                        + (health.isRunning() ? "is " + behind + " s behind" : "doesn't follow its primary")
                        + " (SHOW PAIRS)");
            }
            return standby;
        }
    }

    /** The primary's, which takes writes. */
    ServerConnection primary(String pair) throws OperationRefused, SQLException {
        ServerConnection known = opened.get("primary of " + pair);
        return known != null
                ? known
                : open(
                        "primary of " + pair,
                        OperationServices.pair(topology, pair).primary());
    }

    /** A server that lost its role since the connection was opened has old rows. */
    static void requireOpen(ServerConnection primary) throws OperationRefused, SQLException {
        if (!Answers.single(primary.jdbc(), "SELECT @@GLOBAL.read_only").equals("0")) {
            throw new OperationRefused(
                    primary + " takes no writes: RESUME OPERATION when its pair has a primary again");
        }
    }

    /**
     * Makes sure that these shards are still where they were when the connections were opened. The stored topology says
     * so, which changes before a client writes elsewhere; a fence doesn't keep anybody from reading old rows.
     */
    void requireStill(Keyspace.Id keyspace, Set<Integer> shards) throws OperationRefused {
        try {
            Topology stored = new TopologyEditor(services.store()).current();
            for (int shard : shards) {
                String pair = keyspace.ranges().pairOf(shard);
                boolean same = stored.keyspaces().get(keyspace.name()) instanceof Keyspace.Id now
                        && Objects.equals(now.ranges().pairOf(shard), pair)
                        && (pair == null || primaryOf(stored, pair).equals(primaryOf(topology, pair)));
                if (!same) {
                    throw new ServerAway("shard " + shard + " of " + keyspace.name()
                            + " has got another server meanwhile; its links are looked at again there");
                }
            }
        } catch (StoreUnavailable e) {
            throw new OperationRefused("where shards are isn't known: " + e.getMessage());
        }
    }

    private static Optional<Server> primaryOf(Topology topology, String pair) {
        return topology.pair(pair).map(Pair::primary);
    }

    private ServerConnection open(String key, Server server) throws OperationRefused, SQLException {
        Account data = OperationServices.account(topology, Account.DATA);
        ServerConnection connection = new ServerLogin(services.access(), server, data).open(ANSWER);
        opened.put(key, connection);
        Answers.execute(connection.jdbc(), SETTINGS, ISOLATION);
        return connection;
    }

    @Override
    public void close() {
        opened.values().forEach(ServerConnection::close);
        opened.clear();
    }
}
