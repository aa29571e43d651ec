package io.pinion.operations.verify;

import io.pinion.operations.copy.AlikeSnapshots;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.copy.TryAgain;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Some databases of a primary and of its standby, read by a transaction on each, which have the same up to the same
 * place in the primary's log. The standby's replication stands still for a moment while it is opened, and goes on then,
 * whatever happens. Blocks; one thread's.
 *
 * @param here the tables of the primary
 * @param there those of the standby
 */
record ConsistentSnapshot(Snapshot primary, Snapshot standby, ComparedTables here, ComparedTables there)
        implements AutoCloseable {
    /** How long open transactions, or changes of definitions, are waited for. */
    static final Duration LOCKS = Duration.ofSeconds(2);

    private static final Duration ANY_LAG = Duration.ofSeconds(Long.MAX_VALUE);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private ConsistentSnapshot(Snapshot primary, Snapshot standby) {
        this(primary, standby, new ComparedTables(primary), new ComparedTables(standby));
    }

    /**
     * Opens both. The caller, who keeps others from changing the pair's replication meanwhile, closes it.
     *
     * @param applier how the standby gets what the primary writes
     * @param databases of the primary
     * @param lag how long the standby may take to get to the place
     * @throws OperationRefused the standby doesn't follow, or lacks a database
     * @throws TryAgain it is behind, or open transactions keep this from beginning
     */
    static ConsistentSnapshot open(
            Applier applier, ServerLogin primary, ServerLogin standby, List<String> databases, Duration lag)
            throws SQLException, OperationRefused {
        // The wait for the place has its own bound, and how far it is behind shows there.
        try (StoppedApplier stopped = StoppedApplier.stop(
                applier, standby, primary.server(), StoppedApplier.LONGEST_ANSWER.plus(lag), ANY_LAG)) {
            ServerConnection control = stopped.standby();
            Snapshot reference = Snapshot.open(primary, databases, LOCKS);
            try {
                control.execute(applier.until(control, reference.place()));
                Position awaited = applier.awaited(reference.server(), reference.position());
                if (!arrives(applier, control, awaited, lag)) {
                    throw new TryAgain(control + " hasn't applied what the primary had within " + lag.toSeconds()
                            + " s (SHOW PAIRS shows the lag): try again when it is less behind");
                }
                // It may still look for a next transaction, but takes none behind the place.
                try (AlikeSnapshots beside = AlikeSnapshots.prepare(standby, LOCKS, 1)) {
                    beside.begin();
                    return new ConsistentSnapshot(
                            reference, beside.hold(databases).getFirst());
                }
            } catch (SQLException | OperationRefused | RuntimeException e) {
                reference.close();
                throw e;
            }
        }
    }

    /**
     * Whether it is at the place: it has everything, or has stopped there. The position may have transactions behind
     * the place, of databases to which clients could write while both were read.
     */
    private static boolean arrives(Applier applier, ServerConnection control, Position awaited, Duration lag)
            throws SQLException {
        long end = System.nanoTime() + lag.toNanos();
        while (System.nanoTime() < end) {
            if (control.awaitPosition(awaited, LOOK_EVERY)) {
                return true;
            }
            ReplicationHealth health = applier.health(control);
            if (!health.applying() && health.lastError().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        primary.close();
        standby.close();
    }
}
