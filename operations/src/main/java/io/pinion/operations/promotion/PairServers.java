package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.LackedRights;
import io.pinion.operations.server.OwnRights;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Opens connections to the servers of a pair, for the holder of its lock. Blocks.
 *
 * @param change the changes of the stored topology, under the same lock
 * @param silence how long a server may take for an answer
 */
record PairServers(OperationServices services, Pair pair, TaskLock lock, TopologyChange change, Duration silence) {
    /** How long to retry on a server whose connection broke while clients wait; about as long as they do. */
    private static final Duration AT_LAST = Duration.ofSeconds(10);

    private static final Duration SHORT_SILENCE = Duration.ofSeconds(3);
    private static final long AGAIN_MILLIS = 100;

    static Server standby(Pair pair) throws OperationRefused {
        return pair.standby()
                .orElseThrow(() -> new OperationRefused("pair " + pair.name() + " has no standby to promote"));
    }

    Server standby() throws OperationRefused {
        return standby(pair);
    }

    /** The pair in the stored topology. */
    StoredPair stored() {
        return new StoredPair(change, pair);
    }

    /**
     * The users with which Pinion writes on servers: those of clients' statements, and the proxies' own, which pass
     * MariaDB's fence.
     */
    Set<String> users() {
        return services.topology().accounts().values().stream()
                .filter(account -> !account.name().equals(Account.MONITOR))
                .map(Account::user)
                .collect(Collectors.toSet());
    }

    ServerLogin login(Server server) throws OperationRefused {
        return new ServerLogin(services.access(), server, services.operator());
    }

    /** A connection; its refusal tells people why the server isn't reached. */
    ServerConnection open(Server server) throws OperationRefused {
        Account operator = services.operator();
        try {
            return login(server).open(silence);
        } catch (SQLException e) {
            throw new OperationRefused("server " + server.name() + " (" + server.address()
                    + ") can't be reached as account " + operator.name() + " (" + operator.user() + "): "
                    + e.getMessage());
        }
    }

    /**
     * Requires that the operator's account has the rights of a promotion: where one is missing, clients would wait for
     * what fails, and so would the way back.
     *
     * @param reached connections of that account
     */
    void requireRights(List<ServerConnection> reached) throws SQLException, OperationRefused {
        Account operator = services.operator();
        List<String> problems = new ArrayList<>();
        for (ServerConnection server : reached) {
            OwnRights own = new OwnRights(server);
            Set<String> lacking = own.lacking(AccountRole.OPERATOR);
            if (!Collections.disjoint(lacking, server.dialect().promotionRights())) {
                LackedRights lacked = new LackedRights(operator, AccountRole.OPERATOR, own.name(), lacking);
                problems.add(lacked.problem(server.toString()) + ": there, as an administrator, "
                        + String.join("; ", server.dialect().onItAlone(server.isFenced(), List.of(lacked.grant()))));
            }
        }
        Obstacle.requireNone(problems.stream().map(Kind.GRANT::of).toList());
    }

    /** A connection for quick statements. */
    ServerConnection openQuickly(Server server) throws SQLException, OperationRefused {
        return login(server).open(SHORT_SILENCE);
    }

    /** Work on a server. */
    interface Work {
        void on(ServerConnection server) throws SQLException, OperationRefused;
    }

    /**
     * Does work on a new connection after the old one broke, and ends all other connections of the account first.
     * Retries for {@link #AT_LAST}, as long as the lock is held.
     */
    void again(Server server, Work work) throws SQLException, OperationRefused {
        long end = System.nanoTime() + AT_LAST.toNanos();
        while (true) {
            try (ServerConnection another = openQuickly(server)) {
                // After the login: a proxy that takes the lock over ends this connection.
                requireHeld();
                // A statement that was sent on the broken connection may still be on its way.
                another.endOthers(services.operator().user());
                work.on(another);
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
            Sleep.ofMillis(AGAIN_MILLIS);
        }
    }

    /**
     * Requires the lock, before a server is unfenced or that is entered in the journal. Waits a moment while ZooKeeper
     * is away.
     */
    void requireHeld() throws OperationRefused {
        if (!lock.isHeldWithin(TaskLock.BRIEFLY)) {
            throw new OperationRefused("ZooKeeper is away, so that another proxy may work on the pair");
        }
    }

    /** Requires the stored topology, which may be newer than this proxy's, to have the same roles. */
    void requireStoredRoles() throws OperationRefused {
        stored().requireUnchanged();
        requireHeld();
    }
}
