package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.GtidSet;
import java.sql.SQLException;
import java.util.Optional;

/** Unfences a pair's primary (OPEN PAIR): every server starts fenced. Blocks; for the holder of the pair's lock. */
record PrimaryOpening(PairServers servers) {
    /**
     * Unfences on an operator's word.
     *
     * @throws SQLException the primary doesn't take writes, or its state is unknown
     */
    OpenedPair run() throws SQLException, OperationRefused {
        requireNotHeld();
        Pair pair = servers.pair();
        try (ServerConnection primary = servers.open(pair.primary())) {
            if (pair.standby().isEmpty()) {
                return open(primary, "none");
            }
            Optional<ServerConnection> reached = fenced(pair.standby().get());
            if (reached.isEmpty()) {
                return open(primary, "not reached");
            }
            try (ServerConnection standby = reached.get()) {
                // Checked before the standby is changed, in case the roles are wrong.
                servers.requireStoredRoles();
                return open(primary, parted(primary, standby));
            }
        }
    }

    /**
     * Unfences without an operator, so that nothing may be in doubt: the standby, if there is one, is fenced and has no
     * transaction that the primary lacks.
     *
     * @throws SQLException as {@link #run}
     */
    OpenedPair runUnasked() throws SQLException, OperationRefused {
        requireNotHeld();
        Pair pair = servers.pair();
        try (ServerConnection primary = servers.open(pair.primary())) {
            if (pair.standby().isEmpty()) {
                return open(primary, "none");
            }
            try (ServerConnection standby = servers.open(pair.standby().get())) {
                requireNothingBeyond(primary, standby);
                return open(primary, "fenced");
            }
        }
    }

    private void requireNothingBeyond(ServerConnection primary, ServerConnection standby)
            throws SQLException, OperationRefused {
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
            throw new OperationRefused(found + "as when a crash has taken the primary's last ones: PROMOTE PAIR "
                    + servers.pair().name() + " FORCE keeps them, OPEN PAIR "
                    + servers.pair().name() + " gives them up");
        }
        throw new OperationRefused(found + "and "
                + (lacking.isEmpty() ? "follows nobody" : "hasn't the primary's " + lacking)
                + ", so that no promotion may lead to it now: OPEN PAIR "
                + servers.pair().name()
                + " keeps what the primary has, and the standby is made anew (REPLACE STANDBY)");
    }

    private OpenedPair open(ServerConnection primary, String standby) throws SQLException, OperationRefused {
        servers.requireStoredRoles();
        primary.unfence();
        return new OpenedPair(servers.pair(), standby);
    }

    private void requireNotHeld() throws OperationRefused {
        if (servers.pair().held()) {
            throw new OperationRefused("statements for pair " + servers.pair().name()
                    + " are held, as while its primary changes: PROMOTE PAIR goes on with that");
        }
    }

    /**
     * The standby, which the caller closes; refused when it takes writes. Empty for one that is down, as it starts
     * fenced.
     */
    private Optional<ServerConnection> fenced(Server server) throws OperationRefused {
        try {
            ServerConnection standby = servers.login(server).open(servers.silence());
            if (isFencedOrCloses(standby)) {
                return Optional.of(standby);
            }
        } catch (SQLException e) {
            if (ServerConnection.isLost(e)) {
                return Optional.empty();
            }
            throw new OperationRefused("nobody knows whether " + server.name()
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
            throws SQLException, OperationRefused {
        GtidSet lost = primary.isFenced() ? standby.lostBy(primary) : GtidSet.EMPTY;
        if (lost.isEmpty()) {
            return "fenced";
        }
        try {
            standby.forgetSource();
        } catch (SQLException e) {
            throw new OperationRefused("the standby " + standby + " has " + lost
                    + ", which the primary has lost, and must not follow it any more, which it can't be told: "
                    + e.getMessage());
        }
        return "fenced; it has " + lost + ", which the primary has lost, and follows nobody any more: REPLACE STANDBY "
                + "makes it anew";
    }

    private static OperationRefused bothTakeWrites(String standby) {
        return new OperationRefused(standby + ", which is the standby, takes writes: find out which of them has the"
                + " rows, and fence the other one first");
    }
}
