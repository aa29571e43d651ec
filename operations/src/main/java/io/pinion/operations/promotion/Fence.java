package io.pinion.operations.promotion;

import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/** Makes a server refuse clients' writes, and ends the connections that keep it from doing so. Blocks. */
final class Fence {
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private Fence() {}

    /**
     * Fences a server. A lock or an open transaction makes the fence time out; then the connections of these users are
     * ended and the fence is tried again. In any case all their connections are ended after it.
     *
     * @return how many connections were ended
     */
    static int close(ServerConnection server, Set<String> users, Duration timeout) throws SQLException {
        int ended = 0;
        try {
            server.fence(timeout);
        } catch (SQLException e) {
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            ended = server.endConnections(users);
            closeAlone(server, timeout);
        }
        return ended + endBehind(server, users);
    }

    /** Fences a server after Pinion's own connections were ended. Any lock that is left belongs to another program. */
    private static void closeAlone(ServerConnection server, Duration timeout) throws SQLException {
        try {
            server.fence(timeout);
        } catch (SQLException e) {
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            throw new SQLException(
                    "somebody beside Pinion keeps " + server
                            + " from refusing writes, by a lock or a statement: one of " + server.clients()
                            + "; end it there (SHOW PROCESSLIST), and try again",
                    e.getSQLState(),
                    e.getErrorCode(),
                    e);
        }
    }

    /**
     * Ends all connections of these users to a fenced server. One of them may have been about to unfence it for a
     * stalled proxy, so the fence is checked again.
     *
     * @return how many connections were ended
     * @throws SQLException also when the server takes writes again
     */
    static int endBehind(ServerConnection server, Set<String> users) throws SQLException {
        int ended = server.endConnections(users);
        if (!server.isFenced()) {
            throw new SQLException(server + " takes writes again, so somebody has opened it meanwhile: try again");
        }
        return ended;
    }
}
