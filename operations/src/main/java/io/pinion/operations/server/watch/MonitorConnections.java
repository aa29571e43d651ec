package io.pinion.operations.server.watch;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.Failures;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.watch.AskFailure.NoLogin;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One connection for each thing that servers are asked again and again, kept open between two questions. Blocks;
 * thread-safe.
 */
final class MonitorConnections implements AutoCloseable {
    private final ServerAccess access;
    private final Duration timeout;

    /** Without those that are in use. */
    private final Map<Line, Connection> connections = new HashMap<>();

    private boolean closed;

    /**
     * By address and account, so that a server which moves is asked where it is.
     *
     * @param purpose lines of different purposes are apart
     */
    record Line(Server server, Account account, Purpose purpose) {}

    enum Purpose {
        REPORT,
        /** What the primary has, while the standby is being asked. */
        POSITION
    }

    /** What is asked. */
    interface Question<T> {
        T on(Connection connection) throws SQLException;
    }

    MonitorConnections(ServerAccess access, Duration timeout) {
        this.access = access;
        this.timeout = timeout;
    }

    /** @throws SQLException also when the server doesn't answer in time */
    <T> T ask(Line line, Question<T> question) throws SQLException, Secrets.SecretMissing {
        Connection kept;
        synchronized (connections) {
            kept = connections.remove(line);
        }
        if (kept != null) {
            try {
                return askOn(kept, line, question);
            } catch (SQLException e) {
                if (Failures.has(e, SocketTimeoutException.class)) {
                    throw e;
                }
                // It may be the connection alone that is gone: a new one tells.
            }
        }
        return askOn(open(line), line, question);
    }

    private Connection open(Line line) throws NoLogin, Secrets.SecretMissing {
        try {
            return access.open(line.server(), line.account(), timeout);
        } catch (SQLException e) {
            throw new NoLogin(e);
        }
    }

    private <T> T askOn(Connection connection, Line line, Question<T> question) throws SQLException {
        T answer;
        try {
            answer = question.on(connection);
        } catch (SQLException | RuntimeException e) {
            close(connection);
            throw e;
        }
        synchronized (connections) {
            Connection before = closed ? connection : connections.put(line, connection);
            if (before != null) {
                close(before);
            }
        }
        return answer;
    }

    void closeBut(Predicate<Line> wanted) {
        synchronized (connections) {
            connections.entrySet().removeIf(entry -> {
                boolean unwanted = !wanted.test(entry.getKey());
                if (unwanted) {
                    close(entry.getValue());
                }
                return unwanted;
            });
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException gone) {
            // That is what was wanted.
        }
    }

    /** Doesn't wait for a server that is being asked. */
    @Override
    public void close() {
        synchronized (connections) {
            closed = true;
            connections.values().forEach(MonitorConnections::close);
            connections.clear();
        }
    }
}
