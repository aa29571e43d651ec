package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.RowWriter;
import io.pinion.operations.server.SentFile;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A connection to each server that a thread works with. Blocks; for one thread. */
final class ServerSessions implements AutoCloseable {
    private static final int LOCK_SECONDS = 30;

    private final Duration timeout;
    private final Map<String, Session> sessions = new HashMap<>();

    private record Session(ServerConnection connection, long packetBytes, boolean loads) {}

    ServerSessions(Duration timeout) {
        this.timeout = timeout;
    }

    ServerConnection on(ImportServer server) throws SQLException {
        return session(server).connection();
    }

    /** The longest statement that the server takes. */
    long packetBytes(ImportServer server) throws SQLException {
        return session(server).packetBytes();
    }

    /** Whether the server takes rows as a file. */
    boolean loads(ImportServer server) throws SQLException {
        return session(server).loads();
    }

    private Session session(ImportServer server) throws SQLException {
        Session known = sessions.get(server.name());
        if (known != null) {
            return known;
        }
        ServerConnection connection = server.rows().open(timeout);
        try {
            connection.execute(RowWriter.carryingSettings(connection, LOCK_SECONDS));
            // Rows that are rolled back later must not be seen, and none be locked.
            connection.execute(List.of("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ"));
            Session opened = new Session(connection, RowWriter.packetBytes(connection), SentFile.isTaken(connection));
            sessions.put(server.name(), opened);
            return opened;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public void close() {
        sessions.values().forEach(session -> session.connection().close());
        sessions.clear();
    }
}
