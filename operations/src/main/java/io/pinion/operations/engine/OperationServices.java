package io.pinion.operations.engine;

import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What workflows need of their proxy and of the cluster.
 *
 * @param running the topology that this proxy runs with
 * @param proxy this proxy's name in the journal
 */
public record OperationServices(
        Supplier<Topology> running,
        TopologyStore store,
        OperationJournal journal,
        ServerAccess access,
        Proxies proxies,
        CopyBounds copies,
        Supplier<String> proxy) {
    /** The timeout for one answer of a server that is asked before an operation begins. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    /** What a server is asked before an operation begins. */
    @FunctionalInterface
    public interface Question<T> {
        T of(ServerConnection server) throws SQLException, OperationRefused;
    }

    public Topology topology() {
        return running.get();
    }

    /** The account with which workflows log in on servers. */
    public Account operator() throws OperationRefused {
        return operator(topology());
    }

    /** The same, in a topology that an attempt keeps to. */
    public static Account operator(Topology topology) throws OperationRefused {
        return account(topology, Account.OPERATOR);
    }

    public static Account account(Topology topology, String name) throws OperationRefused {
        return topology.account(name)
                .orElseThrow(
                        () -> new OperationRefused("the topology names no account " + name + ", which this needs"));
    }

    public static Pair pair(Topology topology, String name) throws OperationRefused {
        return topology.pair(name).orElseThrow(() -> new OperationRefused(UnknownName.pair(topology, name)));
    }

    /** Refuses what would be written to a primary that takes no writes. Blocks. */
    public static void requireOpen(ServerConnection primary, String pair) throws OperationRefused, SQLException {
        OperationRefused.requireNone(closed(primary, pair));
    }

    /** Why a primary takes no writes, with the cure; empty when it does. Blocks. */
    public static Optional<String> closed(ServerConnection primary, String pair) throws SQLException {
        return primary.isFenced()
                ? Optional.of(
                        primary + ", the primary of pair " + pair + ", takes no writes: OPEN PAIR " + pair + " first")
                : Optional.empty();
    }

    /** Asks the primary of a pair. Blocks. */
    public <T> T askPrimary(Topology topology, String pair, Question<T> question) throws OperationRefused {
        return ask(topology, "the primary of pair " + pair, pair(topology, pair).primary(), question);
    }

    /**
     * Asks a server as the operator. Blocks.
     *
     * @param role of the server, for messages
     * @throws OperationRefused also when the server can't be reached, or doesn't answer
     */
    public <T> T ask(Topology topology, String role, Server server, Question<T> question) throws OperationRefused {
        ServerLogin login = new ServerLogin(access, server, operator(topology));
        try (ServerConnection asked = login.open(SILENCE)) {
            return question.of(asked);
        } catch (SQLException e) {
            throw new OperationRefused(role + ", " + login + ": " + e.getMessage());
        }
    }

    /** A connection as the operator to the standby of a pair, or to the primary where there is none that answers. Blocks. */
    public ServerConnection openForReading(Topology topology, Pair pair, Duration silence)
            throws OperationRefused, SQLException {
        Account operator = operator(topology);
        if (pair.standby().isPresent()) {
            try {
                return new ServerLogin(access, pair.standby().get(), operator).open(silence);
            } catch (SQLException away) {
                // The primary has the same.
            }
        }
        return new ServerLogin(access, pair.primary(), operator).open(silence);
    }

    /** The first operation of the journal that is such. Blocks. */
    public Optional<Operation> firstOperation(Predicate<Operation> which) throws OperationRefused {
        try {
            return journal.list().stream().filter(which).findFirst();
        } catch (StoreUnavailable e) {
            throw new OperationRefused("the journal can't be read: " + e.getMessage());
        }
    }

    /**
     * The same, unless it ends meanwhile. Blocks.
     *
     * @param waiting may go on until then
     */
    public Optional<Operation> leftOf(Predicate<Operation> which, RunningOperation waiting, Duration most)
            throws OperationRefused {
        long end = System.nanoTime() + most.toNanos();
        Optional<Operation> left = firstOperation(which);
        while (left.isPresent() && System.nanoTime() < end) {
            waiting.pause(LOOK_EVERY);
            left = firstOperation(which);
        }
        return left;
    }

    /**
     * The first progress of a new operation of this proxy.
     *
     * @param total the number of shards, or of whatever it counts; 0 for none
     */
    public Progress beginning(int total) {
        return Progress.beginning(total, proxy.get(), Instant.now());
    }
}
