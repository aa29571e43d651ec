package io.pinion.operations.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;

/** KILL of a server's connections. */
final class Kill {
    /** ER_NO_SUCH_THREAD. */
    private static final int NO_SUCH_THREAD = 1094;

    private Kill() {}

    /**
     * Asks the server to end them; those that have ended meanwhile are passed over. What is killed may still be rolling back
     * when this returns.
     *
     * @param ids the server's numbers of them
     * @return how many
     */
    static int all(Connection connection, Collection<String> ids) throws SQLException {
        int ended = 0;
        try (Statement statement = connection.createStatement()) {
            for (String id : ids) {
                try {
                    statement.execute("KILL " + Long.parseLong(id));
                    ended++;
                } catch (SQLException e) {
                    if (e.getErrorCode() != NO_SUCH_THREAD) {
                        throw e;
                    }
                }
            }
        }
        return ended;
    }
}
