package io.pinion.operations.schema;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Opens connections to the primaries of pairs, with the settings that a change's statements were written for.
 *
 * @param topology the running one
 */
public record ShardConnections(Supplier<Topology> topology, ServerAccess access) {
    /**
     * A rebuild of a big table takes hours, and a server says nothing meanwhile; a dead one is noticed by its network.
     */
    private static final Duration LONGEST_STATEMENT = Duration.ofDays(2);

    private static final Duration LOGIN_TIMEOUT = Duration.ofSeconds(5);

    /** Statements of clients queue up behind DDL that waits for the table: so it doesn't wait for long. */
    private static final int LOCK_TIMEOUT_SECONDS = 60;

    /**
     * Logs in on the primary as it is now. The caller closes the connection.
     *
     * @param accountName an account of the topology
     * @param settings statements to run first, in order
     */
    public ShardConnection open(String pairName, String accountName, List<String> settings) throws SQLException {
        Topology now = topology.get();
        Pair pair = now.pair(pairName).orElseThrow(() -> new SQLException("there is no pair " + pairName));
        Account account = now.account(accountName)
                .orElseThrow(() -> new SQLException("the topology has no account " + accountName));
        Connection connection;
        try {
            connection = access.open(pair.primary(), account, LOGIN_TIMEOUT);
        } catch (Secrets.SecretMissing e) {
            throw new SQLException("account " + accountName + " has no password: " + e.getMessage(), e);
        }
        try {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(LONGEST_STATEMENT.toMillis()));
            prepare(connection, settings);
            return new ShardConnection(pair.primary().name(), connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void prepare(Connection connection, List<String> settings) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            // Connector/J makes it strict, which changes what CREATE TABLE accepts.
            statement.execute("SET SESSION sql_mode = @@GLOBAL.sql_mode, lock_wait_timeout = " + LOCK_TIMEOUT_SECONDS);
            for (String setting : settings) {
                statement.execute(setting);
            }
        }
    }
}
