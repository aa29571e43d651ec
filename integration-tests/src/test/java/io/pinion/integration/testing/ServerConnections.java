package io.pinion.integration.testing;

import java.sql.Connection;
import java.sql.SQLException;

/** The connections that a server has, ended as by somebody's KILL. */
public final class ServerConnections {
    private static final int NO_SUCH_THREAD = 1094;

    private ServerConnections() {}

    /**
     * Ends those that are there now. One that ends by itself before its turn is no failure.
     *
     * @param condition on rows of {@code information_schema.processlist}
     */
    public static void end(Connection root, String condition) throws SQLException {
        for (String id : Jdbc.column(root, "SELECT id FROM information_schema.processlist WHERE " + condition)) {
            try {
                Jdbc.execute(root, "KILL " + id);
            } catch (SQLException e) {
                if (e.getErrorCode() != NO_SUCH_THREAD) {
                    throw e;
                }
            }
        }
    }
}
