package io.pinion.operations.server;

import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.sql.Answers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * One server, each question on an administrative connection of its own. Any thread may call; every call may block, so no
 * event loop may.
 *
 * @param name the server's name in messages
 */
public record ManagedServer(String name, String host, int port, String user, String password, Dialect dialect)
        implements AutoCloseable {
    private static final String OPTIONS = "/?sslMode=PREFERRED&allowPublicKeyRetrieval=true&allowMultiQueries=true"
            + "&tcpKeepAlive=true&connectTimeout=10000";

    /**
     * Logs in with an account that has the rights of {@link AccountRole#OPERATOR}.
     *
     * @throws SQLException when the server can't be reached or refuses the login
     */
    public static ManagedServer connect(String name, String host, int port, String user, String password)
            throws SQLException {
        try (Connection connection = open(host, port, user, password)) {
            Dialect dialect = Dialect.ofVersion(Answers.single(connection, "SELECT VERSION()"));
            return new ManagedServer(name, host, port, user, password, dialect);
        }
    }

    private static Connection open(String host, int port, String user, String password) throws SQLException {
        return DriverManager.getConnection("jdbc:mysql://" + host + ":" + port + OPTIONS, user, password);
    }

    /** A new connection; the caller closes it. */
    public Connection connection() throws SQLException {
        return open(host, port, user, password);
    }

    /** A new connection, with what Pinion asks of servers. */
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
        // Nothing is kept open.
    }

    @Override
    public String toString() {
        return name + " (" + host + ":" + port + ")";
    }
}
