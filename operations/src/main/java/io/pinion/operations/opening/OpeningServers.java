package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.routing.catalog.DatabasePattern;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Connections to the servers of the pair that gets the shards, as the operator account. Blocks; for one thread.
 *
 * @param standby empty when the pair has none
 */
public record OpeningServers(Pair pair, ServerConnection primary, Optional<ServerConnection> standby)
        implements AutoCloseable {
    /** How long a server may stay silent beyond the time that a step gives it. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** Logs in on both servers; refused unless the primary takes writes and the standby replicates. */
    public static OpeningServers open(Topology topology, Pair pair, ServerAccess access, OpeningTimeouts timeouts)
            throws OperationRefused {
        Account operator = OperationServices.operator(topology);
        Duration silence = timeouts.standby().plus(SILENCE);
        ServerConnection primary = open(access, pair, pair.primary(), "primary", operator, silence);
        OpeningServers servers = new OpeningServers(pair, primary, Optional.empty());
        try {
            if (pair.standby().isPresent()) {
                servers = new OpeningServers(
                        pair,
                        primary,
                        Optional.of(open(access, pair, pair.standby().get(), "standby", operator, silence)));
            }
            servers.check();
            return servers;
        } catch (OperationRefused e) {
            servers.close();
            throw e;
        }
    }

    private static ServerConnection open(
            ServerAccess access, Pair pair, Server server, String role, Account operator, Duration silence)
            throws OperationRefused {
        try {
            return ServerConnection.open(access, server, operator, silence);
        } catch (SQLException | Secrets.SecretMissing e) {
            throw new OperationRefused("the " + role + " of pair " + pair.name() + ", " + server.name() + " ("
                    + server.address() + "), can't be reached as account " + operator.name() + " (" + operator.user()
                    + "): " + e.getMessage() + "; SHOW PAIRS tells more");
        }
    }

    private void check() throws OperationRefused {
        try {
            if (primary.isFenced()) {
                throw new OperationRefused("the primary of pair " + pair.name() + ", " + primary
                        + ", is fenced: OPEN PAIR " + pair.name() + " lets it take writes");
            }
            if (standby.isPresent()) {
                ReplicationHealth health = standby.get().replication();
                if (!health.isRunning()) {
                    throw new OperationRefused("the standby of pair " + pair.name() + ", " + standby.get()
                            + ", doesn't follow its primary ("
                            + (health.lastError().isEmpty() ? "replication is stopped" : health.lastError())
                            + "), and so would lack the shards: mend that first (SHOW PAIRS)");
                }
            }
        } catch (SQLException e) {
            throw new OperationRefused("the servers of pair " + pair.name() + " can't be asked: " + e.getMessage());
        }
    }

    Dialect dialect() {
        return primary.dialect();
    }

    /** The shards of the task whose databases the standby has. */
    Set<Integer> onStandby(DatabasePattern databases, Task.Opening task) throws OperationRefused {
        if (standby.isEmpty()) {
            return Set.of();
        }
        try {
            return NewShards.among(standby.get().databases(), databases, task);
        } catch (SQLException e) {
            throw new OperationRefused("the standby " + standby.get() + " can't be asked: " + e.getMessage());
        }
    }

    Position position() throws SQLException {
        return primary.position();
    }

    /** Waits until the standby has applied all that the primary has now. */
    public void awaitStandby(Duration timeout) throws OperationRefused {
        if (standby.isEmpty()) {
            return;
        }
        try {
            if (!standby.get().awaitPosition(primary.position(), timeout)) {
                throw new OperationRefused("the standby of pair " + pair.name() + ", " + standby.get()
                        + ", hasn't got the databases within " + timeout.toSeconds()
                        + " s (SHOW PAIRS tells how it is)");
            }
        } catch (SQLException e) {
            throw new OperationRefused("the standby of pair " + pair.name() + ", " + standby.get()
                    + ", can't be waited for: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        primary.close();
        standby.ifPresent(ServerConnection::close);
    }
}
