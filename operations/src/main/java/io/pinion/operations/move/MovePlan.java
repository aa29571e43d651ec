package io.pinion.operations.move;

import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Lists the steps of a move, with the statements of its servers. Changes nothing; blocks. */
final class MovePlan {
    private static final String TOPOLOGY = "topology";

    /** The number of statements shown at either end of many that are alike. */
    private static final int SHOWN = 2;

    /** Stands for the number that the operation would have. */
    private static final long NUMBER = 0;

    private final Topology topology;
    private final Move task;
    private final PairSide from;
    private final PairSide to;
    private final MoveTimeouts timeouts;
    private static final String SNAPSHOT = "START TRANSACTION WITH CONSISTENT SNAPSHOT";

    private final List<MoveStep> steps = new ArrayList<>();

    MovePlan(Topology topology, Move task, PairSide from, PairSide to, MoveTimeouts timeouts) {
        this.topology = topology;
        this.task = task;
        this.from = from;
        this.to = to;
        this.timeouts = timeouts;
    }

    List<MoveStep> steps(ServerAccess access) throws SQLException, MoveRefused {
        String ranges = "keyspaces." + task.keyspace() + ".ranges[" + task.first() + "-" + task.last() + "]";
        copy(access);
        fence();
        add(TOPOLOGY, ranges + ".held = true", "all proxies let new statements for the shards wait");
        all(
                from.primary(),
                from.primary().raisingFence(NUMBER),
                "it refuses writes to them; what still holds that up after "
                        + timeouts.drain().toMillis() + " ms is ended");
        add(from.primary(), "XA RECOVER", "waits until the branches that it shows are finished");
        Position now = from.primary().server().position();
        add(
                to.primary(),
                to.primary()
                        .server()
                        .dialect()
                        .waitFor(now, String.valueOf(timeouts.hold().toSeconds())),
                "with what has come since the copy: it has all that the old pair has");
        add(TOPOLOGY, ranges + " = {pair: " + task.to() + "}", "what waits goes to the new pair");
        back(access);
        return steps;
    }

    private void copy(ServerAccess access) throws SQLException, MoveRefused {
        boolean locks = !from.primary().server().dialect().snapshotTellsItsPlace();
        add(
                from.primary(),
                locks ? "LOCK TABLES … READ; " + SNAPSHOT + "; UNLOCK TABLES" : SNAPSHOT,
                "and where that is in the binary log; clients "
                        + (locks ? "wait with their writes to them until that has begun" : "go on"));
        for (String database : shown(to.primary().databases())) {
            add(to.primary(), "CREATE DATABASE " + database + "; CREATE TABLE …; INSERT …", "the copy");
        }
        follow(to.primary(), Direction.FORTH, from.source(topology, access), from.primary());
        add(
                to.primary(),
                "SELECT CRC32(…) …",
                "compared with the old pair at one position, table by table"
                        + (locks ? "; clients wait as for the copy, for some databases at a time" : ""));
    }

    private void follow(MovedDatabases server, Direction direction, ReplicationSource source, MovedDatabases followed)
            throws SQLException {
        all(
                server,
                server.following(direction.channel(NUMBER), source, followed.place()),
                "it follows what clients write to them on " + followed);
    }

    private void fence() {
        for (MovedDatabases server : from.servers()) {
            if (!server.preparingFence().isEmpty()) {
                add(server, server.preparingFence(), "made ready to refuse writes to them");
            }
        }
        from.standby()
                .ifPresent(standby -> all(
                        standby,
                        standby.raisingFence(NUMBER),
                        "it refuses writes to them, should it become a primary"));
    }

    private void back(ServerAccess access) throws SQLException, MoveRefused {
        follow(from.primary(), Direction.BACK, to.source(topology, access), to.primary());
        add(
                from.primary(),
                "DROP DATABASE …",
                "at FINISH OPERATION; until then REVERT OPERATION takes the shards back");
    }

    private void all(MovedDatabases server, List<String> statements, String purpose) {
        shown(statements).forEach(statement -> add(server, statement, purpose));
    }

    private static List<String> shown(List<String> alike) {
        if (alike.size() <= 2 * SHOWN + 3) {
            return alike;
        }
        List<String> shown = new ArrayList<>(alike.subList(0, SHOWN));
        shown.add("… " + (alike.size() - 2 * SHOWN) + " more …");
        shown.addAll(alike.subList(alike.size() - SHOWN, alike.size()));
        return shown;
    }

    private void add(Object place, String statement, String purpose) {
        steps.add(new MoveStep(place.toString(), statement, purpose));
    }
}
