package io.pinion.server.schema;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** At most one connection for each pair, for the time of one reading. */
final class PairConnections implements AutoCloseable {
    private static final int LOCK_SECONDS = 2;

    private final Topology topology;
    private final ServerAccess access;
    private final Duration timeout;
    private final Map<String, Connection> connections = new HashMap<>();
    private final Set<String> silent = new LinkedHashSet<>();

    /** @param timeout the longest time to wait for each answer */
    PairConnections(Topology topology, ServerAccess access, Duration timeout) {
        this.topology = topology;
        this.access = access;
        this.timeout = timeout;
    }

    Set<String> open() {
        return connections.keySet();
    }

    /** @throws SQLException also when the pair has failed to answer earlier in this reading */
    ShardReader to(String pair) throws SQLException, Secrets.SecretMissing {
        if (silent.contains(pair)) {
            throw new SQLException("no answer");
        }
        Connection connection = connections.get(pair);
        if (connection == null) {
            connection = connect(pair);
            connections.put(pair, connection);
        }
        return new ShardReader(connection);
    }

    private Connection connect(String name) throws SQLException, Secrets.SecretMissing {
        Pair pair = topology.pair(name).orElseThrow(() -> new SQLException("there is no pair " + name));
        Account account = topology.account(Account.DATA).orElseThrow(() -> new SQLException("no account data"));
        Connection connection = access.open(pair.primary(), account, timeout);
        try (Statement statement = connection.createStatement()) {
            // Below the timeout, so that a locked table gives a lock error instead of a server that seems dead.
            statement.execute("SET SESSION lock_wait_timeout = " + LOCK_SECONDS);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    void forget(String pair) {
        silent.add(pair);
        Connection connection = connections.remove(pair);
        if (connection != null) {
            close(connection);
        }
    }

    @Override
    public void close() {
        connections.values().forEach(PairConnections::close);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException gone) {
            // The connection is closed, as intended.
        }
    }
}
