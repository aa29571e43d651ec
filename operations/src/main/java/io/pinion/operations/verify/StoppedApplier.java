package io.pinion.operations.verify;

import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A standby that applies nothing until this is closed; then it goes on, whatever happens. The caller keeps others from
 * changing its replication meanwhile. Blocks; for one thread.
 *
 * @param standby the connection on which it was stopped
 */
record StoppedApplier(Applier applier, ServerLogin login, ServerConnection standby) implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StoppedApplier.class);

    static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);
    private static final int ATTEMPTS_TO_RESUME = 20;
    private static final long AGAIN_MILLIS = 250;

    /**
     * @param source the server that it follows
     * @param longest how long one answer of the standby may take
     * @param behind how far it may be behind, as it counts itself
     * @throws OperationRefused it doesn't follow, or is further behind
     */
    static StoppedApplier stop(Applier applier, ServerLogin login, Server source, Duration longest, Duration behind)
            throws SQLException, OperationRefused {
        ServerConnection standby = login.open(longest);
        try {
            require(applier, standby, source, behind);
        } catch (SQLException | OperationRefused | RuntimeException e) {
            standby.close();
            throw e;
        }
        StoppedApplier stopped = new StoppedApplier(applier, login, standby);
        try {
            standby.execute(applier.stop(standby));
            return stopped;
        } catch (SQLException | RuntimeException e) {
            stopped.close();
            throw e;
        }
    }

    /** @throws OperationRefused as of {@link #stop} */
    static void require(Applier applier, ServerConnection standby, Server source, Duration behind)
            throws SQLException, OperationRefused {
        ReplicationHealth health = applier.health(standby);
        if (!health.isRunning()) {
            throw new OperationRefused(standby + " doesn't follow its primary: "
                    + (!health.configured()
                            ? "it has been told none"
                            : health.lastError().isEmpty() ? "replication is stopped" : health.lastError())
                    + "; " + applier.cure(standby, health));
        }
        if (!applier.follows(standby, source)) {
            // A place in the one's log says nothing of the other's.
            throw new OperationRefused(
                    standby + " follows another server than " + source.name() + ", as after a promotion of its pair");
        }
        long seconds = health.secondsBehind().orElse(0);
        if (seconds > behind.toSeconds()) {
            throw new OperationRefused(standby + " is " + seconds + " s behind its primary, and may be "
                    + behind.toSeconds() + " s: try again when it has caught up (SHOW PAIRS shows the lag)");
        }
    }

    /** A connection that has just failed is no excuse. */
    @Override
    public void close() {
        String why = resumed(standby);
        standby.close();
        for (int attempt = 0; !why.isEmpty() && attempt < ATTEMPTS_TO_RESUME; attempt++) {
            try (ServerConnection another = login.open(LONGEST_ANSWER)) {
                why = resumed(another);
            } catch (SQLException e) {
                why = String.valueOf(e.getMessage());
            }
            if (!why.isEmpty()) {
                Sleep.ofMillis(AGAIN_MILLIS);
            }
        }
        if (!why.isEmpty()) {
            log.atError()
                    .addKeyValue("standby", login)
                    .addKeyValue("statements", applier.resume(standby))
                    .addKeyValue("reason", why)
                    .log("A standby applies nothing since it was read at one place; run the statements there");
        }
    }

    /** Why it doesn't go on; empty when it does. */
    private String resumed(ServerConnection on) {
        try {
            on.execute(applier.resume(on));
            return "";
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
