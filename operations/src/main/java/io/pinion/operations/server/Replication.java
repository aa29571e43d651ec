package io.pinion.operations.server;

import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationException;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.work.Sleep;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Joins two servers with equal data into a pair: each follows the other. Which of them takes writes is not decided here
 * but by their fences.
 */
public record Replication(ManagedServer first, ManagedServer second) {
    private static final long POLL_MILLIS = 20;

    /**
     * Makes each follow the other and returns when both do. The account must exist on both servers. One that follows
     * another pair, whose shards are moving or have moved, and mustn't follow its partner meanwhile, is only told where
     * that is.
     *
     * @param deadline for both directions together
     * @throws ReplicationException when a direction doesn't start
     */
    public void join(ReplicationLogin login, Duration deadline) throws SQLException {
        List<ManagedServer> following = new ArrayList<>();
        follow(first, second, login, following);
        follow(second, first, login, following);
        awaitRunning(following, deadline);
    }

    private static void follow(
            ManagedServer server, ManagedServer partner, ReplicationLogin login, List<ManagedServer> following)
            throws SQLException {
        List<String> follow = server.dialect().follow(sourceAt(partner, login));
        if (isKeptFromItsPartner(server)) {
            // The last of them starts it.
            server.execute(follow.subList(0, follow.size() - 1));
        } else {
            server.execute(follow);
            following.add(server);
        }
    }

    private static boolean isKeptFromItsPartner(ManagedServer server) throws SQLException {
        Channels channels = server.dialect().channels();
        if (!channels.keepFromThePartner()) {
            return false;
        }
        try (Connection connection = server.connection()) {
            return !channels.names(connection).isEmpty();
        }
    }

    /**
     * Returns once both directions run.
     *
     * @throws ReplicationException when one reports an error that it won't get over by itself, or at the deadline
     */
    public void awaitRunning(Duration deadline) throws SQLException {
        awaitRunning(List.of(first, second), deadline);
    }

    private static void awaitRunning(List<ManagedServer> servers, Duration deadline) throws SQLException {
        long end = System.nanoTime() + deadline.toNanos();
        for (ManagedServer server : servers) {
            awaitRunning(server, end);
        }
    }

    /**
     * Returns once each server has what the other had when this was called: with clients writing, a measure of the lag.
     *
     * @throws ReplicationException at the deadline
     */
    public void awaitCaughtUp(Duration deadline) throws SQLException {
        awaitCaughtUp(first, second, deadline);
        awaitCaughtUp(second, first, deadline);
    }

    private static void awaitCaughtUp(ManagedServer source, ManagedServer follower, Duration deadline)
            throws SQLException {
        Position position = source.position();
        if (!follower.awaitPosition(position, deadline)) {
            throw new ReplicationException(follower + " has not reached " + position.gtids() + " of " + source
                    + " within " + deadline.toMillis() + " ms: "
                    + follower.replication().lastError());
        }
    }

    private static ReplicationSource sourceAt(ManagedServer server, ReplicationLogin login) {
        return new ReplicationSource(server.host(), server.port(), login);
    }

    /** An error that shows while the receiver still retries, such as a partner that is starting, is waited out. */
    private static void awaitRunning(ManagedServer server, long endNanos) throws SQLException {
        ReplicationHealth health = server.replication();
        while (!health.isRunning()) {
            boolean applierStopped = health.configured()
                    && !health.applying()
                    && !health.lastError().isEmpty();
            if (applierStopped || System.nanoTime() > endNanos) {
                throw new ReplicationException(server + " does not follow its partner: "
                        + (health.lastError().isEmpty() ? "it did not start in time" : health.lastError()));
            }
            Sleep.ofMillis(POLL_MILLIS);
            health = server.replication();
        }
    }
}
