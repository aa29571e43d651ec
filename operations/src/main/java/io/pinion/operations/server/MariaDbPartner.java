package io.pinion.operations.server;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.work.Sleep;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/**
 * How a MariaDB server that others write on follows its own standby again, which must have what the server begins from:
 * a standby that is behind by one transaction doesn't know that place, and what it answers (error 1236) ends the
 * receiving for good. So it is begun again until the standby has got there. Blocks; one thread's, which owns the
 * connection.
 */
record MariaDbPartner(Connection connection) {
    private static final int ATTEMPTS = 100;
    private static final long AGAIN_MILLIS = 50;

    /** ER_MASTER_FATAL_ERROR_READING_BINLOG, of a place that the other one doesn't know. */
    private static final int UNKNOWN_PLACE = 1236;

    /** The answer to its place comes after it says that it receives. */
    private static final int QUIET_LOOKS = 4;

    /** Of a standby that is further behind than that, whoever watches the pair begins again. */
    private static final int MOST_LOOKS = 200;

    /**
     * Lets it begin behind all that its own log has; it must not follow meanwhile. Clients' transactions get in the way
     * of it: the log may have gone on since its position was read (error 1947), and the table in which the server keeps
     * positions may be in use ("Failed initializing replication GTID state").
     */
    void beginBehindOwnLog() throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                Answers.execute(connection, "SET GLOBAL gtid_slave_pos=@@GLOBAL.gtid_binlog_pos");
                return;
            } catch (SQLException e) {
                if (e.getErrorCode() == 0 || attempt == ATTEMPTS) {
                    throw e;
                }
            }
            Sleep.ofMillis(AGAIN_MILLIS);
        }
    }

    /** One that can't be reached yet is tried by the server itself, once a second. */
    void follow() throws SQLException {
        Answers.execute(connection, "START SLAVE");
        int quiet = 0;
        for (int look = 0; look < MOST_LOOKS && quiet < QUIET_LOOKS; look++) {
            Sleep.ofMillis(AGAIN_MILLIS);
            Map<String, String> status = Answers.firstRow(connection, "SHOW SLAVE STATUS");
            int error = Integer.parseInt(status.getOrDefault("Last_IO_Errno", "0"));
            if (error == UNKNOWN_PLACE) {
                quiet = 0;
                Answers.execute(connection, "START SLAVE IO_THREAD");
            } else if (error != 0) {
                return;
            } else if ("Yes".equals(status.get("Slave_IO_Running"))) {
                quiet++;
            }
        }
    }
}
