package io.pinion.operations.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.sql.Answers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * One server, through a small pool of administrative connections. Any thread may call; every call may block, so no
 * event loop may.
 */
public final class ManagedServer implements AutoCloseable {
    private static final int CONNECTIONS = 4;
    private static final Duration CONNECT_DEADLINE = Duration.ofSeconds(10);

    private final String name;
    private final String host;
    private final int port;
    private final HikariDataSource pool;
    private final Dialect dialect;

    private ManagedServer(String name, String host, int port, HikariDataSource pool, Dialect dialect) {
        this.name = name;
        this.host = host;
        this.port = port;
        this.pool = pool;
        this.dialect = dialect;
    }

    /**
     * Connects with an account that has the rights of {@link AccountRole#OPERATOR}.
     *
     * @param name the server's name in messages
     * @throws SQLException when the server can't be reached or refuses the login
     */
    public static ManagedServer connect(String name, String host, int port, String user, String password)
            throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setPoolName("operate-" + name);
        config.setJdbcUrl("jdbc:mysql://" + host + ":" + port
                + "/?sslMode=PREFERRED&allowPublicKeyRetrieval=true&allowMultiQueries=true&tcpKeepAlive=true");
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(CONNECT_DEADLINE.toMillis());
        // The pool would otherwise try at once and throw its own exception; the first use says it better.
        config.setInitializationFailTimeout(-1);
        HikariDataSource pool = new HikariDataSource(config);
        try (Connection connection = pool.getConnection()) {
            Dialect dialect = Dialect.ofVersion(Answers.single(connection, "SELECT VERSION()"));
            return new ManagedServer(name, host, port, pool, dialect);
        } catch (SQLException | RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    public String name() {
        return name;
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** A pooled connection; the caller closes it, which gives it back. */
    public Connection connection() throws SQLException {
        return pool.getConnection();
    }

    /** A pooled connection, with what Pinion asks of servers. */
    private ServerConnection asked() throws SQLException {
        return new ServerConnection(toString(), connection(), dialect);
    }

    /** Runs statements in order on one connection. */
    public void execute(List<String> statements) throws SQLException {
        try (ServerConnection connection = asked()) {
            connection.execute(statements);
        }
    }

    /** Runs statements in order on one connection, which writes nothing to the binary log: they stay on this server. */
    public void executeUnreplicated(List<String> statements) throws SQLException {
        try (ServerConnection connection = asked()) {
            connection.executeUnreplicated(statements);
        }
    }

    /** Makes the accounts with the rights of their roles, on this server only. */
    public void createAccounts(List<ServerAccount> accounts) throws SQLException {
        for (ServerAccount account : accounts) {
            executeUnreplicated(dialect.createAccount(account));
            executeUnreplicated(dialect.grants(account));
        }
    }

    public boolean isFenced() throws SQLException {
        try (ServerConnection connection = asked()) {
            return connection.isFenced();
        }
    }

    /** See {@link ServerConnection#fence}. */
    public void fence(Duration timeout) throws SQLException {
        try (ServerConnection connection = asked()) {
            connection.fence(timeout);
        }
    }

    /** Takes clients' writes again. Only who holds the pair's lock may call it. */
    public void unfence() throws SQLException {
        try (ServerConnection connection = asked()) {
            connection.unfence();
        }
    }

    public Position position() throws SQLException {
        try (ServerConnection connection = asked()) {
            return connection.position();
        }
    }

    /** Whether everything up to {@code position} is here within {@code deadline}. */
    public boolean awaitPosition(Position position, Duration deadline) throws SQLException {
        try (ServerConnection connection = asked()) {
            return connection.awaitPosition(position, deadline);
        }
    }

    public ReplicationHealth replication() throws SQLException {
        try (ServerConnection connection = asked()) {
            return connection.replication();
        }
    }

    @Override
    public void close() {
        pool.close();
    }

    @Override
    public String toString() {
        return name + " (" + host + ":" + port + ")";
    }
}
