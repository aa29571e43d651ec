package io.pinion.operations.standby;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Sets up replication between the two servers of a pair. Blocks.
 *
 * @param next the statement for the operator after a failure, for messages
 */
record PairLink(ServerAccess access, Topology topology, Account operator, String next) {
    private static final Duration STARTING = Duration.ofSeconds(20);
    private static final long LOOK_EVERY_MILLIS = 50;

    /** Returns when the follower replicates from the source. */
    void follow(ServerConnection follower, Server source) throws SQLException, ReplacementRefused {
        follower.execute(follower.dialect().follow(source(source)));
        awaitFollowing(follower, source);
    }

    /**
     * Returns when the primary replicates from its standby, or is set to do so once it stops replicating from another
     * pair.
     */
    void followStandby(ServerConnection primary, Server standby) throws SQLException, ReplacementRefused {
        if (primary.dialect().followStandby(primary, source(standby))) {
            awaitFollowing(primary, standby);
        }
    }

    private ReplicationSource source(Server source) throws ReplacementRefused {
        try {
            return new ReplicationSource(source.host(), source.port(), replication());
        } catch (Secrets.SecretMissing e) {
            throw new ReplacementRefused("the password for replication isn't found: " + e.getMessage());
        }
    }

    private void awaitFollowing(ServerConnection follower, Server source) throws SQLException, ReplacementRefused {
        long end = System.nanoTime() + STARTING.toNanos();
        ReplicationHealth health = follower.replication();
        while (!health.isRunning()) {
            if (System.nanoTime() > end) {
                throw new ReplacementRefused(follower + " doesn't begin to follow " + source.name() + ": "
                        + health.lastError() + "; mend that and " + next);
            }
            pause(LOOK_EVERY_MILLIS);
            health = follower.replication();
        }
    }

    /**
     * The login of the replication account if the topology names one, otherwise of the operator account, which has the
     * right too.
     */
    private ReplicationLogin replication() throws Secrets.SecretMissing {
        return access.replicationLogin(topology.account("replication").orElse(operator));
    }

    ServerLogin login(Server which) {
        return new ServerLogin(access, which, operator);
    }

    /** Waits before the next check. */
    static void pause(long millis) throws ReplacementRefused {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ReplacementRefused("interrupted");
        }
    }
}
