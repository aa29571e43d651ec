package io.pinion.operations.queue;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Waits until InnoDB's purge has caught up with a table that nobody writes to. On MariaDB an ALTER TABLE that drops or
 * divides a partition sleeps for a whole second, with the table locked, while purge works on rows of that table
 * (ha_innobase::delete_table calls purge_sys_t::stop_FTS; seen with 11.4: one in four under load, none of 160 behind this).
 * Blocks.
 */
final class PurgeRest {
    /** Clients wait meanwhile. */
    private static final Duration LONGEST = Duration.ofMillis(80);

    private static final long LOOK_EVERY_MILLIS = 2;
    private static final String BUSY = " state: running\n";

    private PurgeRest() {}

    /** @param server another connection to the server, as the operator, who may see its state */
    static void await(ServerConnection server) throws SQLException {
        if (!server.dialect().sleepsForPurge()) {
            return;
        }
        long end = System.nanoTime() + LONGEST.toNanos();
        while (isBusy(server) && System.nanoTime() < end) {
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("interrupted", e);
            }
        }
    }

    private static boolean isBusy(ServerConnection server) throws SQLException {
        return Answers.firstRow(server.jdbc(), "SHOW ENGINE INNODB STATUS")
                .getOrDefault("Status", "")
                .contains(BUSY);
    }
}
