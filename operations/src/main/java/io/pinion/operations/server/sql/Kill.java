package io.pinion.operations.server.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Set;

/** KILL of a server's connections. */
public final class Kill {
    private static final int NO_SUCH_THREAD = 1094;

    /** Not the caller's, as a MySQL account's that has SYSTEM_USER (manual, "KILL"). */
    private static final int KILL_DENIED = 1095;

    private Kill() {}

    /**
     * Asks the server to end them; those that have ended meanwhile are passed over. What is killed may still be rolling
     * back when this returns.
     *
     * @param ids the server's numbers of them
     * @return how many
     */
    public static int all(Connection connection, Collection<String> ids) throws SQLException {
        return all(connection, ids, Set.of(NO_SUCH_THREAD));
    }

    /** The same, and those that the account may not end are passed over, too. */
    public static int allPermitted(Connection connection, Collection<String> ids) throws SQLException {
        return all(connection, ids, Set.of(NO_SUCH_THREAD, KILL_DENIED));
    }

    private static int all(Connection connection, Collection<String> ids, Set<Integer> passedOver) throws SQLException {
        int ended = 0;
        try (Statement statement = connection.createStatement()) {
            for (String id : ids) {
                try {
                    statement.execute("KILL " + Long.parseLong(id));
                    ended++;
                } catch (SQLException e) {
                    if (!passedOver.contains(e.getErrorCode())) {
                        throw e;
                    }
                }
            }
        }
        return ended;
    }
}
