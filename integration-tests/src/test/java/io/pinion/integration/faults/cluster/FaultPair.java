package io.pinion.integration.faults.cluster;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Two servers that follow each other.
 *
 * @param first is the primary at first
 * @param shards that are on the pair at first
 * @param replication the password with which they log in on each other
 */
public record FaultPair(String name, FaultServer first, FaultServer second, List<Integer> shards, String replication) {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** For all that clients have written in a long run. */
    private static final Duration FILL_TIMEOUT = Duration.ofMinutes(10);

    public FaultPair {
        shards = List.copyOf(shards);
    }

    public List<FaultServer> servers() {
        return List.of(first, second);
    }

    public FaultServer server(String server) {
        return first.name().equals(server) ? first : second;
    }

    public FaultServer partnerOf(FaultServer server) {
        return server.equals(first) ? second : first;
    }

    /** Returns when both follow each other and each has what the other has. */
    public void awaitCaughtUp() throws SQLException {
        try (ManagedServer one = first.manage();
                ManagedServer other = second.manage()) {
            Replication replication = new Replication(one, other);
            replication.awaitRunning(TIMEOUT);
            replication.awaitCaughtUp(TIMEOUT);
        }
    }

    /** Returns when its partner has all that this one has now. */
    public void awaitFollowed(FaultServer source) throws SQLException {
        try (ManagedServer one = source.manage();
                ManagedServer other = partnerOf(source).manage()) {
            if (!other.awaitPosition(one.position(), TIMEOUT)) {
                throw new IllegalStateException(other + " lacks what " + one + " has: " + other.replication());
            }
        }
    }

    /** Starts a server anew, gives it all that the other has instead of what it had, and lets each follow the other. */
    public void makeAnew(FaultServer server) throws IOException, SQLException {
        try (ManagedServer source = partnerOf(server).manage()) {
            server.makeAnew(source);
            follow(server, source);
        }
        join();
    }

    private void follow(FaultServer server, ManagedServer source) throws SQLException {
        try (ManagedServer follower = server.manage()) {
            // MySQL's fence keeps root from writing, too.
            follower.unfence();
            FaultCluster.createAccounts(server, replication);
            // What has this server's number is taken for its own, and left out.
            addToServerId(follower, 1000);
            follower.execute(follower.dialect().follow(new ReplicationSource(source.host(), source.port(), login())));
            if (!follower.awaitPosition(source.position(), FILL_TIMEOUT)) {
                throw new IllegalStateException(
                        follower + " doesn't get what " + source + " has: " + follower.replication());
            }
            // As its configuration has it: another one from its next start on would not know what it has written till
            // then.
            addToServerId(follower, -1000);
            follower.fence(TIMEOUT);
        }
    }

    private static void addToServerId(ManagedServer server, int change) throws SQLException {
        server.execute(List.of("SET GLOBAL server_id = @@GLOBAL.server_id + (" + change + ")"));
    }

    private ReplicationLogin login() {
        return new ReplicationLogin(AccountRole.REPLICATION.userName(), replication, false);
    }

    /** Lets each follow the other from where it is. */
    public void join() throws SQLException {
        try (ManagedServer one = first.manage();
                ManagedServer other = second.manage()) {
            new Replication(one, other).join(login(), TIMEOUT);
        }
    }

    /** The database of a shard. */
    public static String databaseOf(int shard) {
        return "db%05d".formatted(shard);
    }
}
