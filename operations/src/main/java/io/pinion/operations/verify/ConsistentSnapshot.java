package io.pinion.operations.verify;

import io.pinion.config.topology.Server;
import io.pinion.operations.copy.CopyRefused;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Some databases of a primary and of its standby, read by a transaction on each, which have the same up to the same
 * place in the primary's log. The standby's replication stands still for a moment while it is opened, and goes on then,
 * whatever happens. Blocks; one thread's.
 */
public final class ConsistentSnapshot implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ConsistentSnapshot.class);

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final int ATTEMPTS_TO_RESUME = 20;
    private static final long AGAIN_MILLIS = 250;

    private final Snapshot primary;
    private final Snapshot standby;

    private ConsistentSnapshot(Snapshot primary, Snapshot standby) {
        this.primary = primary;
        this.standby = standby;
    }

    /**
     * Opens both. The caller, who keeps others from changing the pair's replication meanwhile, closes it.
     *
     * @param applier how the standby gets what the primary writes
     * @param databases of the primary
     * @param lag how long the standby may take to get to the place
     * @param locks see {@link Snapshot#open}
     * @throws NotComparable the standby doesn't follow, or lacks a database
     * @throws CopyRefused it is behind, or open transactions keep this from beginning
     */
    static ConsistentSnapshot open(
            Applier applier,
            ServerLogin primary,
            ServerLogin standby,
            List<String> databases,
            Duration lag,
            Duration locks)
            throws SQLException, NotComparable, CopyRefused {
        try (ServerConnection control = standby.open(LONGEST_ANSWER.plus(lag))) {
            requireFollowing(applier, control, primary.server());
            Snapshot reference = null;
            try {
                control.execute(applier.stop(control));
                reference = Snapshot.open(primary, databases, locks);
                control.execute(applier.until(control, reference.place()));
                Position awaited = applier.awaited(reference.server(), reference.position());
                if (!arrives(applier, control, awaited, lag)) {
                    throw new CopyRefused(List.of(control + " hasn't applied what the primary had within "
                            + lag.toSeconds() + " s (SHOW PAIRS shows the lag): try again when it is less behind"));
                }
                // It may still look for a next transaction, but takes none behind the place.
                return new ConsistentSnapshot(reference, Snapshot.openBeside(standby, databases, locks));
            } catch (SQLException | CopyRefused | RuntimeException e) {
                if (reference != null) {
                    reference.close();
                }
                throw e;
            } finally {
                resume(applier, control, standby);
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

    private static void requireFollowing(Applier applier, ServerConnection standby, Server source)
            throws SQLException, NotComparable {
        ReplicationHealth health = applier.health(standby);
        if (!health.isRunning()) {
            throw new NotComparable(standby + " doesn't follow its primary: "
                    + (!health.configured()
                            ? "it has been told none"
                            : health.lastError().isEmpty() ? "replication is stopped" : health.lastError())
                    + "; " + applier.cure(standby, health));
        }
        if (!applier.follows(standby, source)) {
            // A place in the one's log says nothing of the other's.
            throw new NotComparable(
                    standby + " follows another server than " + source.name() + ", as after a promotion of its pair");
        }
    }

    /** A connection that has just failed is no excuse. */
    private static void resume(Applier applier, ServerConnection control, ServerLogin standby) {
        String why = "";
        try {
            control.execute(applier.resume(control));
            return;
        } catch (SQLException e) {
            why = String.valueOf(e.getMessage());
        }
        for (int attempt = 0; attempt < ATTEMPTS_TO_RESUME; attempt++) {
            try (ServerConnection another = standby.open(LONGEST_ANSWER)) {
                another.execute(applier.resume(another));
                return;
            } catch (SQLException e) {
                why = String.valueOf(e.getMessage());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        log.atError()
                .addKeyValue("standby", standby)
                .addKeyValue("statements", applier.resume(control))
                .addKeyValue("reason", why)
                .log("A standby applies nothing since it was verified; run the statements there");
    }

    public Snapshot primary() {
        return primary;
    }

    public Snapshot standby() {
        return standby;
    }

    @Override
    public void close() {
        primary.close();
        standby.close();
    }
}
