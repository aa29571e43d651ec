package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.Position;
import io.pinion.operations.server.ReplicationHealth;
import io.pinion.operations.server.ServerAccess;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** One of the two servers of a promotion, on one connection of the operator's. Blocks; one thread's. */
final class PromotionServer implements AutoCloseable {
    /** ER_NO_SUCH_THREAD: it has ended by itself. */
    private static final int NO_SUCH_THREAD = 1094;

    private final Server server;
    private final Connection connection;
    private final Dialect dialect;

    private PromotionServer(Server server, Connection connection, Dialect dialect) {
        this.server = server;
        this.connection = connection;
        this.dialect = dialect;
    }

    static PromotionServer open(ServerAccess access, Server server, Account operator, Duration patience)
            throws PromotionRefused {
        try {
            Connection connection = access.open(server, operator, patience);
            try {
                return new PromotionServer(
                        server,
                        connection,
                        Dialect.ofVersion(connection.getMetaData().getDatabaseProductVersion()));
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException | Secrets.SecretMissing e) {
            throw new PromotionRefused("server " + server.name() + " can't be reached as account " + operator.name()
                    + " (" + operator.user() + "): " + e.getMessage());
        }
    }

    Position position() throws SQLException {
        return dialect.position(connection);
    }

    boolean awaitPosition(Position position, Duration deadline) throws SQLException {
        return dialect.awaitPosition(connection, position, deadline);
    }

    ReplicationHealth replication() throws SQLException {
        return dialect.health(connection);
    }

    boolean isFenced() throws SQLException {
        return dialect.isFenced(connection);
    }

    /** @throws SQLException error 1205 when locks kept it from that; the server takes writes as before */
    void fence(Duration patience) throws SQLException {
        try {
            execute(dialect.fence(patience));
        } finally {
            execute(List.of("SET SESSION lock_wait_timeout=DEFAULT"));
        }
    }

    void unfence() throws SQLException {
        execute(dialect.unfence());
    }

    /** Statements that run and transactions that are open, of these users. InnoDB's list may be 0.1 s old. */
    boolean isBusy(Collection<String> users) throws SQLException {
        return !firstColumn("SELECT p.id FROM information_schema.processlist p"
                        + " LEFT JOIN information_schema.innodb_trx t ON t.trx_mysql_thread_id = p.id"
                        + " WHERE p.user IN (" + quoted(users) + ") AND (p.command <> 'Sleep' OR t.trx_id IS NOT NULL)")
                .isEmpty();
    }

    /**
     * Ends all connections of these users: an idle transaction would hold its locks against replication, and commit if the
     * server ever took writes again.
     *
     * @return how many
     */
    int endConnections(Collection<String> users) throws SQLException {
        int ended = 0;
        for (String id :
                firstColumn("SELECT id FROM information_schema.processlist WHERE user IN (" + quoted(users) + ")")) {
            try {
                execute(List.of("KILL " + Long.parseLong(id)));
                ended++;
            } catch (SQLException e) {
                if (e.getErrorCode() != NO_SUCH_THREAD) {
                    throw e;
                }
            }
        }
        return ended;
    }

    /** Transactions that are prepared, which a fence doesn't keep from being committed. */
    int preparedBranches() throws SQLException {
        return firstColumn("XA RECOVER").size();
    }

    private void execute(List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private List<String> firstColumn(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    /** Names of users, which hold neither quote nor backslash, or they couldn't be in a topology. */
    private static String quoted(Collection<String> users) {
        return users.stream().map(user -> "'" + user.replace("'", "''") + "'").collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException gone) {
            // As it should be.
        }
    }

    @Override
    public String toString() {
        return server.name() + " (" + server.address() + ")";
    }
}
