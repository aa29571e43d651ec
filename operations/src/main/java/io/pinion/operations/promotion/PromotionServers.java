package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Connections to the two servers of a promotion, and the topology with their roles. Blocks.
 *
 * @param old the old primary; empty when it doesn't answer
 * @param oldSays why it doesn't; empty otherwise
 * @param next the standby to promote
 */
record PromotionServers(
        Topology topology,
        Pair pair,
        ServerAccess access,
        Optional<ServerConnection> old,
        String oldSays,
        ServerConnection next)
        implements AutoCloseable {
    /** How long to retry on a server whose connection broke while clients wait; about as long as they do. */
    private static final Duration AT_LAST = Duration.ofSeconds(10);

    private static final Duration SHORT_SILENCE = Duration.ofSeconds(3);
    private static final long AGAIN_MILLIS = 100;

    /**
     * Logs in on both servers; refused unless they have the roles that the task names.
     *
     * @param silence how long a server may take for an answer
     */
    static PromotionServers open(Topology topology, Promotion task, ServerAccess access, Duration silence)
            throws PromotionRefused {
        Pair pair = pair(topology, task.pair());
        Server standby = standby(pair);
        if (!task.isOf(pair)) {
            throw new PromotionRefused("the servers of pair " + pair.name() + " are "
                    + pair.primary().name() + " and " + standby.name() + " by now (SHOW PAIRS)");
        }
        Account operator = operator(topology);
        ServerConnection next = open(access, standby, operator, silence);
        try {
            return new PromotionServers(
                    topology, pair, access, Optional.of(open(access, pair.primary(), operator, silence)), "", next);
        } catch (PromotionRefused e) {
            return new PromotionServers(topology, pair, access, Optional.empty(), String.valueOf(e.getMessage()), next);
        }
    }

    static ServerConnection open(ServerAccess access, Server server, Account operator, Duration silence)
            throws PromotionRefused {
        try {
            return ServerConnection.open(access, server, operator, silence);
        } catch (SQLException | Secrets.SecretMissing e) {
            throw new PromotionRefused("server " + server.name() + " (" + server.address()
                    + ") can't be reached as account " + operator.name() + " (" + operator.user() + "): "
                    + e.getMessage());
        }
    }

    static Account operator(Topology topology) throws PromotionRefused {
        return topology.account(Account.OPERATOR)
                .orElseThrow(() -> new PromotionRefused(
                        "the topology names no account " + Account.OPERATOR + ", which this needs"));
    }

    static Pair pair(Topology topology, String name) throws PromotionRefused {
        return topology.pair(name)
                .orElseThrow(() -> new PromotionRefused("the topology has no pair " + name + " (SHOW PAIRS)"));
    }

    static Server standby(Pair pair) throws PromotionRefused {
        return pair.standby()
                .orElseThrow(() -> new PromotionRefused("pair " + pair.name() + " has no standby to promote"));
    }

    /** The old primary; refused when it doesn't answer. */
    ServerConnection reachedOld() throws PromotionRefused {
        return old.orElseThrow(() -> new PromotionRefused(
                oldSays + "; if it is gone for good, PROMOTE PAIR " + pair.name() + " FORCE does without it"));
    }

    /** Work on a server. */
    interface Work {
        void on(ServerConnection server) throws SQLException, PromotionRefused;
    }

    /**
     * Does work on a new connection after the old one broke, and ends all other connections of the account first.
     * Retries for {@link #AT_LAST}, as long as the lock is held.
     */
    void again(Server server, TaskLock lock, Work work) throws SQLException, PromotionRefused {
        long end = System.nanoTime() + AT_LAST.toNanos();
        while (true) {
            try (ServerConnection another = open(server)) {
                // After the login: a proxy that takes the lock over ends this connection.
                PromotionRefused.unlessHeld(lock);
                // A statement that was sent on the broken connection may still be on its way.
                another.endOthers(operator(topology).user());
                work.on(another);
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
            pauseAMoment();
        }
    }

    /** A new connection for quick statements. */
    ServerConnection open(Server server) throws SQLException, PromotionRefused {
        try {
            return ServerConnection.open(access, server, operator(topology), SHORT_SILENCE);
        } catch (Secrets.SecretMissing e) {
            throw new PromotionRefused(String.valueOf(e.getMessage()));
        }
    }

    private static void pauseAMoment() {
        try {
            TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a promotion, which ends by its deadlines", e);
        }
    }

    @Override
    public void close() {
        old.ifPresent(ServerConnection::close);
        next.close();
    }
}
