package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ServerWork;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;

/** Waits for open transactions, which keep table definitions from being changed. */
final class OpenTransactions {
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /** MariaDB's EE_FILENOTFOUND: replication has dropped the database of a trigger in the same moment. */
    private static final int FILE_NOT_FOUND = 29;

    /** The operator who asked for it waits as long. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final long LOOK_EVERY_MILLIS = 100;

    private OpenTransactions() {}

    /**
     * Does the work when no open transaction is in the way. Blocks.
     *
     * @param work may be repeated, and gives up with error 1205 after a moment
     * @throws OperationRefused when transactions stay open; the message names them
     */
    static void awaitEnd(MovedDatabases server, long operation, ServerWork work) throws SQLException, OperationRefused {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try {
                work.run();
                return;
            } catch (SQLException e) {
                boolean goesOn = System.nanoTime() - end < 0;
                if (e.getErrorCode() != LOCK_WAIT_TIMEOUT && (e.getErrorCode() != FILE_NOT_FOUND || !goesOn)) {
                    throw e;
                }
                if (!goesOn) {
                    throw new OperationRefused(
                            "tables of these shards are in use by open transactions on " + server + ": "
                                    + server.blockers() + "; let them end, or KILL them there, and RESUME OPERATION "
                                    + operation);
                }
            }
            Sleep.ofMillis(LOOK_EVERY_MILLIS);
        }
    }
}
