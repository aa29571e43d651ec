package io.pinion.operations.standby;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Sets up replication between the two servers of a pair. Blocks.
 *
 * @param next the statement for the operator after a failure, for messages
 */
public record PairLink(ServerAccess access, Topology topology, Account operator, String next) {
    private static final Duration STARTING = Duration.ofSeconds(20);
    private static final long LOOK_EVERY_MILLIS = 50;

    /** Returns when the follower replicates from the source. */
    void follow(ServerConnection follower, Server source) throws SQLException, OperationRefused {
        follower.execute(follower.dialect().follow(source(source)));
        awaitFollowing(follower, source);
    }

    /**
     * Returns when the primary replicates from its standby, or is set to do so once it stops replicating from another
     * pair.
     */
    void followStandby(ServerConnection primary, Server standby) throws SQLException, OperationRefused {
        if (primary.dialect().followStandby(primary, source(standby))) {
            awaitFollowing(primary, standby);
        }
    }

    private ReplicationSource source(Server source) throws OperationRefused {
        try {
            return new ReplicationSource(source.host(), source.port(), replication());
        } catch (Secrets.SecretMissing e) {
            throw new OperationRefused("the password for replication isn't found: " + e.getMessage());
        }
    }

    private void awaitFollowing(ServerConnection follower, Server source) throws SQLException, OperationRefused {
        long end = System.nanoTime() + STARTING.toNanos();
        ReplicationHealth health = follower.replication();
        while (!health.isRunning()) {
            if (System.nanoTime() > end) {
                throw new OperationRefused(follower + " doesn't begin to follow " + source.name() + ": "
                        + health.lastError() + "; mend that and " + next);
            }
            Sleep.ofMillis(LOOK_EVERY_MILLIS);
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

    /** Who isn't reached for so long is gone; for less, a network may have been. */
    private static final Duration GONE_FOR = Duration.ofSeconds(10);

    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);
    private static final Duration SHORT_ANSWER = Duration.ofSeconds(5);
    private static final long AGAIN_MILLIS = 500;

    /** A connection to a server; empty when it isn't there. */
    static Optional<ServerConnection> reached(ServerLogin login) throws SQLException {
        long end = System.nanoTime() + GONE_FOR.toNanos();
        while (true) {
            try {
                return Optional.of(login.open(LONGEST_ANSWER));
            } catch (SQLException e) {
                if (!ServerConnection.isLost(e)) {
                    throw e;
                }
                if (System.nanoTime() - end > 0) {
                    return Optional.empty();
                }
                Sleep.ofMillis(AGAIN_MILLIS);
            }
        }
    }

    /** Whether a pair has a standby that answers and follows its primary; also when nobody can ask. */
    public static boolean isStandbyFollowing(OperationServices services, Pair pair) {
        Optional<Account> operator = services.topology().account(Account.OPERATOR);
        if (operator.isEmpty() || pair.standby().isEmpty()) {
            return true;
        }
        try (ServerConnection standby =
                new ServerLogin(services.access(), pair.standby().get(), operator.get()).open(SHORT_ANSWER)) {
            return standby.replication().isRunning();
        } catch (SQLException e) {
            return false;
        }
    }
}
