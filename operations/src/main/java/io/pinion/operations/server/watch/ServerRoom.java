package io.pinion.operations.server.watch;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.FullDisk;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a server has left of what can run out.
 *
 * @param connections that are open now
 * @param mostConnections its {@code max_connections}
 * @param waitsForDisk some thread waits for room on a disk that is full, or looks like it
 */
public record ServerRoom(int connections, int mostConnections, boolean waitsForDisk) {
    /** Of each hundred connections: with more than that in use an operator should do something. */
    private static final int MANY_PERCENT = 90;

    /**
     * Threads that wait for room: MariaDB says so of each; MySQL of some, and a commit that waits for room in the
     * binary log is just a long one (measured on MariaDB 11.4 and MySQL 9.7). Needs PROCESS; else it sees the account's
     * own threads.
     */
    private static final String WAITING = "SELECT COUNT(*) FROM information_schema.processlist WHERE state IN ('"
            + FullDisk.WAITING_ON_MYSQL + "', '" + FullDisk.WAITING_ON_MARIADB
            // The time of a thread that applies is how far it is behind.
            + "') OR (state = 'waiting for handler commit' AND time >= 10 AND user <> 'system user')";

    static ServerRoom read(Connection connection) throws SQLException {
        return new ServerRoom(
                Integer.parseInt(Answers.named(connection, "SHOW GLOBAL STATUS LIKE 'Threads_connected'")),
                Integer.parseInt(Answers.single(connection, "SELECT @@GLOBAL.max_connections")),
                waitsForDisk(connection));
    }

    private static boolean waitsForDisk(Connection connection) throws SQLException {
        try {
            return !Answers.single(connection, WAITING).equals("0");
        } catch (SQLException e) {
            // MariaDB makes a temporary table of the list, for which there may be no room.
            if (FullDisk.isOne(e.getErrorCode(), String.valueOf(e.getMessage()))) {
                return true;
            }
            throw e;
        }
    }

    /** More connections are refused with error 1040. */
    public boolean isTaken() {
        return connections >= mostConnections;
    }

    boolean isNearlyTaken() {
        return 100L * connections >= (long) MANY_PERCENT * mostConnections;
    }

    /** 1 when all connections are in use. */
    public double connectionUse() {
        return (double) connections / mostConnections;
    }
}
