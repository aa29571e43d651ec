package io.pinion.operations.move;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.StandbyLag;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.BeforeDrop;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The servers of a pair that hands databases over, or gets them, with connections as the operator. Blocks; for one
 * thread.
 *
 * @param primary the databases on the primary
 * @param other a second connection to the primary
 * @param login to the primary
 * @param standby the databases on the standby, if the pair has one that can be reached
 */
public record PairSide(
        Pair pair, ServerLogin login, MovedDatabases primary, ServerConnection other, Optional<MovedDatabases> standby)
        implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PairSide.class);

    /** The account for replication between pairs; the operator's own when the topology names none. */
    private static final String REPLICATION = "replication";

    /** The timeout for a primary whose connection broke while clients wait: about as long as they do. */
    private static final Duration AT_LAST = Duration.ofSeconds(10);

    private static final Duration SHORT_SILENCE = Duration.ofSeconds(3);
    private static final long AGAIN_MILLIS = 100;

    /** The timeout for a silent server, beyond a step's own wait. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    /** How long a fence waits for statements of administrators. */
    private static final Duration LOCKS = Duration.ofSeconds(5);

    /**
     * Logs in to the pair's servers. The holder of the pair's lock kills connections of earlier attempts of the same
     * work, so that no statement of theirs comes late.
     *
     * @param name of the pair
     * @param work the mark of the work; empty for reading only
     * @param first whether this attempt has no connection to these servers yet
     */
    public static PairSide open(
            OperationServices services,
            Topology topology,
            List<String> databases,
            String name,
            Optional<WorkMark> work,
            boolean first)
            throws OperationRefused {
        Pair pair = OperationServices.pair(topology, name);
        Account operator = OperationServices.operator(topology);
        ServerLogin login = new ServerLogin(services.access(), pair.primary(), operator, work);
        List<ServerConnection> opened = new ArrayList<>();
        try {
            ServerConnection primary = opened(login, first);
            opened.add(primary);
            ServerConnection other = opened(login, false);
            opened.add(other);
            Optional<MovedDatabases> standby = pair.standby()
                    .flatMap(server -> reached(new ServerLogin(services.access(), server, operator, work), first))
                    .map(connection -> new MovedDatabases(connection, databases));
            return new PairSide(pair, login, new MovedDatabases(primary, databases), other, standby);
        } catch (OperationRefused e) {
            opened.forEach(ServerConnection::close);
            throw e;
        }
    }

    /** A standby that is down must not keep a move from being given up. */
    private static Optional<ServerConnection> reached(ServerLogin standby, boolean first) {
        try {
            ServerConnection opened = opened(standby, first);
            if (standby.work().isPresent()) {
                fenceAgain(opened);
            }
            return Optional.of(opened);
        } catch (OperationRefused e) {
            log.atWarn()
                    .addKeyValue("server", standby.server().name())
                    .addKeyValue("cause", e.getMessage())
                    .log("A standby can't be reached: its databases stay as they are");
            return Optional.empty();
        }
    }

    /** A run that was interrupted while it wrote to the standby has left it open for administrators. */
    private static void fenceAgain(ServerConnection standby) throws OperationRefused {
        try {
            if (standby.isOpenForOperator()) {
                standby.fence(LOCKS);
                log.atWarn()
                        .addKeyValue("server", standby)
                        .log("A standby let administrators write, as a step does that has broken off: it refuses"
                                + " them again");
            }
        } catch (SQLException e) {
            standby.close();
            throw new OperationRefused(standby + " can't be fenced: " + e.getMessage());
        }
    }

    /** @param first whether it is the first connection to this server */
    private static ServerConnection opened(ServerLogin login, boolean first) throws OperationRefused {
        try {
            return first && login.work().isPresent() ? login.takenOver(SILENCE, LAST_STATEMENT) : login.open(SILENCE);
        } catch (SQLException e) {
            Server server = login.server();
            Account account = login.account();
            throw new OperationRefused("server " + server.name() + " (" + server.address()
                    + ") can't be reached as account " + account.name() + " (" + account.user() + "): "
                    + e.getMessage());
        }
    }

    /**
     * Makes sure that nothing is left undone on a standby.
     *
     * @throws OperationRefused when the pair has a standby that can't be reached
     */
    public void requireStandby() throws OperationRefused {
        if (pair.standby().isPresent() && standby.isEmpty()) {
            throw new OperationRefused("the standby of pair " + pair.name() + ", "
                    + pair.standby().get().name()
                    + ", can't be reached: mend that first (SHOW PAIRS), or REPLACE STANDBY " + pair.name()
                    + " WITH 'host:port' of an empty server");
        }
    }

    /**
     * Makes sure that what waits for the standby comes to an end.
     *
     * @throws OperationRefused when the pair has a standby that can't be reached, or doesn't follow
     */
    public void requireFollowingStandby() throws OperationRefused, SQLException {
        requireStandby();
        OperationRefused.requireNone(notFollowing());
    }

    private Optional<String> notFollowing() throws SQLException {
        if (standby.isEmpty()) {
            return Optional.empty();
        }
        ReplicationHealth health = standby.get().server().replication();
        return health.isRunning()
                ? Optional.empty()
                : Optional.of(standby.get() + " doesn't follow " + primary + ": "
                        + (health.lastError().isEmpty() ? "replication is stopped" : health.lastError())
                        + "; mend that first (SHOW PAIRS), or REPLACE STANDBY " + pair.name() + " WITH "
                        + pair.standby().map(Server::name).orElse("") + ", which makes it follow again");
    }

    /**
     * Lets waiting clients write on the primary again. When the connection breaks, another one is opened and kills the
     * first.
     */
    public void lowerFenceAtLast(long number, TaskLock lock) throws SQLException, OperationRefused {
        long end = System.nanoTime() + AT_LAST.toNanos();
        try {
            primary.lowerFence(number);
            return;
        } catch (SQLException e) {
            if (login.work().isEmpty()) {
                throw e;
            }
        }
        while (true) {
            try (ServerConnection again = login.unmarked().open(SHORT_SILENCE)) {
                if (!lock.isHeldWithin(TaskLock.PATIENTLY)) {
                    throw new OperationRefused("ZooKeeper is away, so that another proxy may work on the pairs");
                }
                again.takeOver(login.work().get(), AT_LAST);
                new MovedDatabases(again, primary.databases()).lowerFence(number);
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
            Sleep.ofMillis(AGAIN_MILLIS);
        }
    }

    /** Why the pair can't give or get rows now, each with its cure. */
    public List<String> problems() throws SQLException {
        List<String> problems = new ArrayList<>();
        OperationServices.closed(primary.server(), pair.name()).ifPresent(problems::add);
        if (pair.held()) {
            problems.add("statements for pair " + pair.name() + " are held: PROMOTE PAIR is under way there");
        }
        notFollowing().ifPresent(problems::add);
        return problems;
    }

    /** The servers that can be reached, the primary first. */
    public List<MovedDatabases> servers() {
        List<MovedDatabases> servers = new ArrayList<>(List.of(primary));
        standby.ifPresent(servers::add);
        return servers;
    }

    /**
     * Removes the fences from the servers that can be reached.
     *
     * @throws OperationRefused when open transactions prevent that; the message names them
     */
    public void removeFences(long number) throws SQLException, OperationRefused {
        for (MovedDatabases server : servers()) {
            OpenTransactions.awaitEnd(server, number, () -> server.removeFence(number));
        }
    }

    /**
     * Drops the databases, and the fences last: whoever still writes there is refused, and nothing is acknowledged that
     * goes. The standby's fence would keep it from replaying the drops; no client writes there.
     *
     * @throws OperationRefused when open transactions prevent that; the message names them
     */
    public void dropDatabases(long number, BeforeDrop<OperationRefused> before) throws SQLException, OperationRefused {
        if (standby.isPresent()) {
            standby.get().lowerFence(number);
        }
        OpenTransactions.awaitEnd(primary, number, () -> primary.drop(number, before));
        removeFences(number);
    }

    /** The lag of the standby; empty when the pair has none. The caller closes it. */
    public Optional<StandbyLag> standbyLag() {
        return pair.standby()
                .map(standby -> new StandbyLag(
                        pair.name(),
                        primary.server(),
                        new ServerLogin(login.access(), standby, login.account(), login.work())));
    }

    /** The pair as the replication source of another pair's server. */
    ReplicationSource source(Topology topology, ServerAccess access) throws OperationRefused, SQLException {
        Account account = topology.account(REPLICATION).orElse(OperationServices.operator(topology));
        try {
            return new ReplicationSource(
                    pair.primary().host(),
                    pair.primary().port(),
                    new ReplicationLogin(
                            account.user(),
                            access.password(account),
                            primary.server().replicatesWithTls()));
        } catch (Secrets.SecretMissing e) {
            throw new OperationRefused("the password of account " + account.name() + " is missing: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        primary.server().close();
        other.close();
        standby.ifPresent(databases -> databases.server().close());
    }
}
