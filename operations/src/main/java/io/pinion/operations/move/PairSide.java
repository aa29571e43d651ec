package io.pinion.operations.move;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.ReplicationLogin;
import io.pinion.operations.server.ReplicationSource;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers of one of a move's pairs, as the operator. Blocks; one thread's.
 *
 * @param primary the databases on the primary
 * @param other a second connection to the primary
 * @param login to the primary
 * @param standby the databases on the standby, if the pair has one that can be reached
 */
record PairSide(
        Pair pair, ServerLogin login, MovedDatabases primary, ServerConnection other, Optional<MovedDatabases> standby)
        implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PairSide.class);

    /** What replication between pairs logs in with; the operator's own when the topology names none. */
    private static final String REPLICATION = "replication";

    /**
     * Logs in on the pair's servers.
     *
     * @param silence how long a server may take for an answer
     */
    static PairSide open(Topology topology, String name, List<String> databases, ServerAccess access, Duration silence)
            throws MoveRefused {
        Pair pair = topology.pair(name)
                .orElseThrow(() -> new MoveRefused("the topology has no pair " + name + " (SHOW PAIRS)"));
        Account operator = operator(topology);
        List<ServerConnection> opened = new ArrayList<>();
        try {
            ServerConnection primary = open(access, pair.primary(), operator, silence);
            opened.add(primary);
            ServerConnection other = open(access, pair.primary(), operator, silence);
            opened.add(other);
            Optional<MovedDatabases> standby = Optional.empty();
            if (pair.standby().isPresent()) {
                standby = reached(access, pair.standby().get(), operator, silence)
                        .map(connection -> new MovedDatabases(connection, databases));
            }
            return new PairSide(
                    pair,
                    new ServerLogin(access, pair.primary(), operator),
                    new MovedDatabases(primary, databases),
                    other,
                    standby);
        } catch (MoveRefused e) {
            opened.forEach(ServerConnection::close);
            throw e;
        }
    }

    /** One that is down keeps nobody from giving a move up. */
    private static Optional<ServerConnection> reached(
            ServerAccess access, Server server, Account operator, Duration silence) {
        try {
            return Optional.of(open(access, server, operator, silence));
        } catch (MoveRefused e) {
            log.atWarn()
                    .addKeyValue("server", server.name())
                    .addKeyValue("cause", e.getMessage())
                    .log("A standby can't be reached: its databases stay as they are");
            return Optional.empty();
        }
    }

    private static Account operator(Topology topology) throws MoveRefused {
        return topology.account(Account.OPERATOR)
                .orElseThrow(() ->
                        new MoveRefused("the topology names no account " + Account.OPERATOR + ", which this needs"));
    }

    private static ServerConnection open(ServerAccess access, Server server, Account account, Duration silence)
            throws MoveRefused {
        try {
            return ServerConnection.open(access, server, account, silence);
        } catch (SQLException | Secrets.SecretMissing e) {
            throw new MoveRefused("server " + server.name() + " (" + server.address()
                    + ") can't be reached as account " + account.name() + " (" + account.user() + "): "
                    + e.getMessage());
        }
    }

    /**
     * That nothing is left undone on a standby.
     *
     * @throws MoveRefused the pair has one that can't be reached
     */
    void requireStandby() throws MoveRefused {
        if (pair.standby().isPresent() && standby.isEmpty()) {
            throw new MoveRefused("the standby of pair " + pair.name() + ", "
                    + pair.standby().get().name() + ", can't be reached: mend that first (SHOW PAIRS)");
        }
    }

    /** Those that can be reached, the primary first. */
    List<MovedDatabases> servers() {
        List<MovedDatabases> servers = new ArrayList<>(List.of(primary));
        standby.ifPresent(servers::add);
        return servers;
    }

    /** Whether the standby needs longer than this for what the primary has; true while it can't be asked. */
    boolean isStandbyBehind(Duration lag) {
        if (standby.isEmpty()) {
            return false;
        }
        try {
            return !standby.get().server().awaitPosition(primary.server().position(), lag);
        } catch (SQLException e) {
            return true;
        }
    }

    /** As another pair's server follows this one. */
    ReplicationSource source(Topology topology, ServerAccess access) throws MoveRefused, SQLException {
        Account account = topology.account(REPLICATION).orElse(operator(topology));
        try {
            return new ReplicationSource(
                    pair.primary().host(),
                    pair.primary().port(),
                    new ReplicationLogin(
                            account.user(),
                            access.password(account),
                            primary.server().replicatesWithTls()));
        } catch (Secrets.SecretMissing e) {
            throw new MoveRefused("the password of account " + account.name() + " is missing: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        primary.server().close();
        other.close();
        standby.ifPresent(databases -> databases.server().close());
    }
}
