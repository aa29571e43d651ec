package io.pinion.operations.standby;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets the primary of a pair follow its standby again, as behind a promotion by force whose old primary is back and
 * lacks nothing: the new primary had forgotten it. Nothing is copied. Blocks; for whoever holds the pair's lock.
 *
 * @param standby the pair's own
 */
record Rejoining(PairLink link, Pair pair, Server standby, long generation) {
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);
    private static final Duration CATCHING_UP = Duration.ofSeconds(20);

    CompletedPair run() throws SQLException, OperationRefused {
        long begun = System.nanoTime();
        try (ServerConnection primary = link.login(pair.primary()).open(LONGEST_ANSWER);
                ServerConnection other = link.login(standby).open(LONGEST_ANSWER)) {
            require(primary, other);
            link.followStandby(primary, standby);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            return new CompletedPair(
                    pair,
                    0,
                    0,
                    took,
                    generation,
                    "nothing is copied: each follows the other again (VERIFY PAIR " + pair.name() + " compares them)");
        }
    }

    private void require(ServerConnection primary, ServerConnection other) throws SQLException, OperationRefused {
        if (primary.replication().isRunning()) {
            throw new OperationRefused(standby.name() + " is the standby of pair " + pair.name()
                    + " already, and each follows the other (VERIFY PAIR " + pair.name() + " compares them)");
        }
        if (primary.isFenced() || !other.isFenced()) {
            throw new OperationRefused("a primary takes writes and its standby none, which isn't so on pair "
                    + pair.name() + " (SHOW PAIRS)");
        }
        ReplicationHealth health = other.replication();
        if (!health.isRunning()) {
            throw new OperationRefused(other + " doesn't follow " + primary + ": "
                    + (health.lastError().isEmpty() ? "replication is stopped" : health.lastError())
                    + "; START REPLICA there, or give the pair an empty server");
        }
        if (!other.awaitPosition(primary.position(), CATCHING_UP)) {
            throw new OperationRefused(other + " has not all of " + primary + " yet: try again");
        }
        GtidSet errant = other.errantBeside(primary);
        if (!errant.isEmpty()) {
            throw new OperationRefused(other + " has transactions that " + primary + " hasn't, " + errant
                    + ": save their rows if they matter, and give the pair an empty server");
        }
    }

    /** Whether a server is the pair's own standby. */
    static Optional<Server> standby(Pair pair, String name) {
        return pair.standby().filter(server -> server.name().equals(name));
    }
}
