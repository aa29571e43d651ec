package io.pinion.operations.promotion;

import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/** Refuses clients' writes on a server, against whoever keeps that from being done. Blocks. */
final class Fence {
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private Fence() {}

    /**
     * A lock or an open transaction keeps the fence from closing: those that hold them are ended, and all connections
     * of these users behind it.
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

    /** Who still keeps it from that is none of Pinion's. */
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
     * Ends all connections of these users to a server that is fenced. One of Pinion's own may have been about to open
     * it, of a proxy that stood still: so it is looked at again.
     *
     * @return how many
     * @throws SQLException also when it takes writes again
     */
    static int endBehind(ServerConnection server, Set<String> users) throws SQLException {
        int ended = server.endConnections(users);
        if (!server.isFenced()) {
            throw new SQLException(server + " takes writes again, so somebody has opened it meanwhile: try again");
        }
        return ended;
    }
}
