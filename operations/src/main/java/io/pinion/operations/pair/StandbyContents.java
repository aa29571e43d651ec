package io.pinion.operations.pair;

import io.pinion.config.topology.Topology;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.standby.DatabasesInUse;
import io.pinion.operations.standby.ForeignDatabases;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Looks what is on the server that shall become a pair's standby, and so how it can. Changes nothing; blocks. */
record StandbyContents(Topology before, StandbyReplacement task) {
    /** The task as it can be done, which the obstacles may still forbid. */
    StandbyReplacement settled(PairLogins connections) throws SQLException {
        if (isEmpty(connections)) {
            return task.with(Contents.COPIED);
        }
        if (task.contents() == Contents.DISCARDED) {
            return task;
        }
        ServerConnection next = connections.standby().orElseThrow();
        // Servers that were filled past their logs have no history, and one that follows is the pair's all the same.
        boolean ofPair = follows(connections)
                || (isKnown() && !next.dialect().history(next.jdbc()).isEmpty());
        return ofPair && missing(connections).isEmpty() && lost(connections).isEmpty()
                ? task.with(Contents.KEPT)
                : task;
    }

    /** Its log may have what the primary has as well. */
    private static boolean isEmpty(PairLogins connections) throws SQLException {
        return DatabasesInUse.of(connections.standby().orElseThrow()).isEmpty()
                && missing(connections).isEmpty();
    }

    private static String missing(PairLogins connections) throws SQLException {
        return connections.standby().orElseThrow().transactionsMissingIn(connections.primary());
    }

    /** Of its own, which its replication would leave out for ever. */
    private static String lost(PairLogins connections) throws SQLException {
        return connections.primary().lostBy(connections.standby().orElseThrow()).toString();
    }

    /** An address that nobody has entered in the topology may be a slip, of a server with other people's data. */
    private boolean isKnown() {
        return before.server(task.standby().name())
                .filter(task.standby()::equals)
                .isPresent();
    }

    /** What keeps the contents from what the task does with them. */
    List<Obstacle> obstacles(PairLogins connections) throws SQLException {
        List<Obstacle> found = new ArrayList<>();
        channels(connections.standby().orElseThrow(), found);
        switch (task.contents()) {
            case COPIED -> foreign(connections, found);
            case DISCARDED -> {
                if (!isKnown()) {
                    found.add(Kind.NOT_EMPTY.of(
                            task.standby().name() + " (" + task.standby().address()
                                    + ") isn't in the topology, and what such a server has isn't discarded:"
                                    + " name a server with empty data"));
                }
                others(connections, DatabasesInUse.of(connections.standby().orElseThrow()), found);
            }
            case KEPT -> {
                if (hasAllOfPrimary(connections)) {
                    others(connections, connections.standby().orElseThrow().userDatabases(), found);
                }
                if (follows(connections)) {
                    found.add(Kind.USAGE.of(task.standby().name() + " is the standby of pair " + task.pair()
                            + " already, and each follows the other (VERIFY PAIR " + task.pair()
                            + " compares them)"));
                }
                ReplicationHealth health = connections.standby().orElseThrow().replication();
                if ((!health.applying() && !health.lastError().isEmpty())
                        || health.lacksLogOf(connections.primary().serverId())) {
                    found.add(Kind.NOT_EMPTY.of(task.standby().name() + " can't go on with what it has ("
                            + health.lastError().lines().findFirst().orElse("") + "): " + cure(task)));
                }
            }
        }
        return found;
    }

    /** What a copy would bury. */
    private void foreign(PairLogins connections, List<Obstacle> found) throws SQLException {
        ServerConnection next = connections.standby().orElseThrow();
        List<String> databases = DatabasesInUse.of(next);
        others(connections, databases, found);
        if (!found.isEmpty() || isEmpty(connections)) {
            return;
        }
        String missing = missing(connections);
        String lost = lost(connections);
        String has;
        if (!missing.isEmpty()) {
            has = " has transactions in its log that the pair hasn't, " + missing;
        } else if (!lost.isEmpty()) {
            has = " has lost transactions of its own that the pair has, " + lost
                    + ", and takes none of its own from others";
        } else {
            has = " has databases already, such as " + databases.getFirst();
        }
        String otherwise = databases.isEmpty()
                ? "if nobody needs them, " + next.dialect().forgetLog() + " there"
                : "name a server with empty data, or empty it if nobody needs them";
        found.add(Kind.NOT_EMPTY.of(next + has + ": " + (isKnown() ? cure(task) : otherwise)));
    }

    private boolean follows(PairLogins connections) throws SQLException {
        return task.isOwn()
                && connections.primary().replication().isRunning()
                && connections.standby().orElseThrow().replication().isRunning();
    }

    /** One that is behind may get to the place where the pair has dropped them: the comparison looks again. */
    private static boolean hasAllOfPrimary(PairLogins connections) throws SQLException {
        return connections
                .primary()
                .transactionsMissingIn(connections.standby().orElseThrow())
                .isEmpty();
    }

    private static void others(PairLogins connections, List<String> databases, List<Obstacle> found)
            throws SQLException {
        ServerConnection next = connections.standby().orElseThrow();
        ForeignDatabases others =
                ForeignDatabases.among(databases, connections.primary().userDatabases());
        if (!others.isEmpty()) {
            found.add(Kind.NOT_EMPTY.of(next + " has databases already, such as " + others
                    + ", which the pair hasn't: name a server with empty data, or " + ForeignDatabases.CURE));
        }
    }

    private static void channels(ServerConnection next, List<Obstacle> found) throws SQLException {
        for (String channel : next.channels()) {
            found.add(Kind.FOLLOWS.of(next + " still follows another pair, as a move or an import left it: "
                    + next.dialect().channels().stopping(channel) + " there, and forget that channel"));
        }
    }

    /** How the pair gets the server as its standby all the same, for people. */
    static String cure(StandbyReplacement task) {
        return "save its rows if they matter (mysqlbinlog), and say REPLACE STANDBY " + task.pair() + " WITH "
                + task.standby().name() + " DISCARD CONTENTS, which drops all that it has";
    }
}
