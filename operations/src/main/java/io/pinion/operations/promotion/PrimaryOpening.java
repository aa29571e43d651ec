package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Unfences a pair's primary (OPEN PAIR): every server starts fenced. Blocks; for the holder of the pair's lock. */
final class PrimaryOpening {
    private final Topology topology;
    private final Pair pair;
    private final PublishedPair published;
    private final ServerAccess access;
    private final Duration silence;

    /** @param silence how long a server may take for an answer */
    PrimaryOpening(Topology topology, Pair pair, PublishedPair published, ServerAccess access, Duration silence) {
        this.topology = topology;
        this.pair = pair;
        this.published = published;
        this.access = access;
        this.silence = silence;
    }

    /**
     * Unfences on an operator's word.
     *
     * @throws SQLException the primary doesn't take writes, or its state is unknown
     */
    OpenedPair run(TaskLock lock) throws SQLException, PromotionRefused {
        requireNotHeld();
        Account operator = PromotionServers.operator(topology);
        try (ServerConnection primary = PromotionServers.open(access, pair.primary(), operator, silence)) {
            if (pair.standby().isEmpty()) {
                return open(primary, "none", lock);
            }
            Optional<ServerConnection> reached = fenced(pair.standby().get(), operator);
            if (reached.isEmpty()) {
                return open(primary, "not reached", lock);
            }
            try (ServerConnection standby = reached.get()) {
                // Checked before the standby is changed, in case the roles are wrong.
                requireStoredRoles(lock);
                return open(primary, parted(primary, standby), lock);
            }
        }
    }

    /**
     * Unfences without an operator, so that nothing may be in doubt: the standby, if there is one, is fenced and has no
     * transaction that the primary lacks.
     *
     * @throws SQLException as {@link #run}
     */
    OpenedPair runUnasked(TaskLock lock) throws SQLException, PromotionRefused {
        requireNotHeld();
        Account operator = PromotionServers.operator(topology);
        try (ServerConnection primary = PromotionServers.open(access, pair.primary(), operator, silence)) {
            if (pair.standby().isEmpty()) {
                return open(primary, "none", lock);
            }
            try (ServerConnection standby =
                    PromotionServers.open(access, pair.standby().get(), operator, silence)) {
                requireNothingBeyond(primary, standby);
                return open(primary, "fenced", lock);
            }
        }
    }

    private void requireNothingBeyond(ServerConnection primary, ServerConnection standby)
            throws SQLException, PromotionRefused {
        if (!standby.isFenced()) {
            throw bothTakeWrites(standby.toString());
        }
        GtidSet beyond = standby.beyond(primary);
        if (beyond.isEmpty()) {
            return;
        }
        String found = "the standby " + standby + " has transactions that the primary " + primary + " hasn't, " + beyond
                + ", ";
        GtidSet lacking = standby.lacksOf(primary);
        if (lacking.isEmpty() && standby.replication().configured()) {
            throw new PromotionRefused(found + "as when a crash has taken the primary's last ones: PROMOTE PAIR "
                    + pair.name() + " FORCE keeps them, OPEN PAIR " + pair.name() + " gives them up");
        }
        throw new PromotionRefused(found + "and "
                + (lacking.isEmpty() ? "follows nobody" : "hasn't the primary's " + lacking)
                + ", so that no promotion may lead to it now: OPEN PAIR " + pair.name()
                + " keeps what the primary has, and the standby is made anew (REPLACE STANDBY)");
    }

    private OpenedPair open(ServerConnection primary, String standby, TaskLock lock)
            throws SQLException, PromotionRefused {
        requireStoredRoles(lock);
        primary.unfence();
        return new OpenedPair(pair, standby);
    }

    /** Requires the stored topology, which may be newer than this proxy's, to have the same roles. */
    private void requireStoredRoles(TaskLock lock) throws PromotionRefused {
        published.change(UnaryOperator.identity());
        PromotionRefused.unlessHeld(lock);
    }

    private void requireNotHeld() throws PromotionRefused {
        if (pair.held()) {
            throw new PromotionRefused("statements for pair " + pair.name()
                    + " are held, as while its primary changes: PROMOTE PAIR goes on with that");
        }
    }

    /**
     * The standby, which the caller closes; refused when it takes writes. Empty for one that is down, as it starts
     * fenced.
     */
    private Optional<ServerConnection> fenced(Server server, Account operator) throws PromotionRefused {
        try {
            ServerConnection standby = ServerConnection.open(access, server, operator, silence);
            if (isFencedOrCloses(standby)) {
                return Optional.of(standby);
            }
        } catch (SQLException | Secrets.SecretMissing e) {
            if (e instanceof SQLException failure && ServerConnection.isLost(failure)) {
                return Optional.empty();
            }
            throw new PromotionRefused("nobody knows whether " + server.name()
                    + ", which is the standby, takes writes: " + e.getMessage());
        }
        throw bothTakeWrites(server.name());
    }

    private static boolean isFencedOrCloses(ServerConnection standby) throws SQLException {
        boolean fenced = false;
        try {
            fenced = standby.isFenced();
            return fenced;
        } finally {
            if (!fenced) {
                standby.close();
            }
        }
    }

    /**
     * Stops replication from the primary if the standby has transactions that the primary has lost. The primary will
     * give their GTIDs to other transactions, which the standby would skip. A primary that takes writes has lost
     * nothing: MySQL sends transactions before its own GTID set shows them.
     *
     * @return the state of the standby in words
     */
    private static String parted(ServerConnection primary, ServerConnection standby)
            throws SQLException, PromotionRefused {
        GtidSet lost = primary.isFenced() ? standby.lostBy(primary) : GtidSet.EMPTY;
        if (lost.isEmpty()) {
            return "fenced";
        }
        try {
            standby.forgetSource();
        } catch (SQLException e) {
            throw new PromotionRefused("the standby " + standby + " has " + lost
                    + ", which the primary has lost, and must not follow it any more, which it can't be told: "
                    + e.getMessage());
        }
        return "fenced; it has " + lost + ", which the primary has lost, and follows nobody any more: REPLACE STANDBY "
                + "makes it anew";
    }

    private static PromotionRefused bothTakeWrites(String standby) {
        return new PromotionRefused(standby + ", which is the standby, takes writes: find out which of them has the"
                + " rows, and fence the other one first");
    }
}
