package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.sql.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What EXPLAIN shows of a move's steps, with the statements of its servers. Changes nothing; blocks. */
record MovePlan(MovePairs pairs, PairSide from, PairSide to) {
    private static final String TOPOLOGY = "topology";

    /** The number of statements shown at either end of many that are alike. */
    private static final int SHOWN = 2;

    private static final String SNAPSHOT = "START TRANSACTION WITH CONSISTENT SNAPSHOT";

    MovePlan(MovePairs pairs) {
        this(pairs, pairs.from(), pairs.to());
    }

    private String ranges() {
        Move task = pairs.task();
        return "keyspaces." + task.keyspace() + ".ranges[" + task.first() + "-" + task.last() + "]";
    }

    List<PlannedAction> copy() {
        List<PlannedAction> actions = new ArrayList<>();
        boolean locks = locks();
        actions.add(action(
                from.primary(),
                locks ? "LOCK TABLES … READ; " + SNAPSHOT + "; UNLOCK TABLES" : SNAPSHOT,
                "and where that is in the binary log; clients "
                        + (locks ? "wait with their writes to them until that has begun" : "go on")));
        for (String database : shown(to.primary().databases())) {
            actions.add(action(to.primary(), "CREATE DATABASE " + database + "; CREATE TABLE …; INSERT …", "the copy"));
        }
        return actions;
    }

    private boolean locks() {
        return !from.primary().server().dialect().snapshotTellsItsPlace();
    }

    List<PlannedAction> following(Direction direction) throws SQLException, OperationRefused {
        PairSide source = pairs.old(direction);
        MovedDatabases follower = pairs.next(direction).primary();
        return actions(
                follower,
                follower.following(
                        direction.channel(pairs.number()),
                        source.source(pairs.topology(), pairs.services().access()),
                        source.primary().place()),
                "it follows what clients write to them on " + source.primary());
    }

    /** How the old pair, which follows the new one since the hand-over, gets what it lacks. */
    List<PlannedAction> catchingUp() throws SQLException {
        MovedDatabases follower = from.primary();
        return List.of(action(
                follower,
                follower.server().dialect().waitFor(to.primary().server().position(), "1"),
                "refused unless it follows " + to.primary() + "; until it has nearly all that is written there"));
    }

    List<PlannedAction> comparison(Direction direction) {
        return List.of(action(
                pairs.next(direction).primary(),
                "SELECT CRC32(…) …",
                "compared with pair " + pairs.old(direction).pair().name() + " at one position, table by table"
                        + (locks() ? "; clients wait as for the copy, for some databases at a time" : "")));
    }

    List<PlannedAction> fences(Direction direction) {
        List<PlannedAction> actions = new ArrayList<>();
        PairSide old = pairs.old(direction);
        for (MovedDatabases server : old.servers()) {
            if (!server.preparingFence().isEmpty()) {
                actions.add(action(server, server.preparingFence(), "made ready to refuse writes to them"));
            }
        }
        old.standby()
                .ifPresent(standby -> actions.addAll(actions(
                        standby,
                        standby.raisingFence(pairs.number()),
                        "it refuses writes to them, should it become a primary")));
        return actions;
    }

    List<PlannedAction> handOver(Direction direction) throws SQLException {
        List<PlannedAction> actions = new ArrayList<>();
        MovedDatabases old = pairs.old(direction).primary();
        PairSide next = pairs.next(direction);
        actions.add(new PlannedAction(
                TOPOLOGY, ranges() + ".held = true", "all proxies let new statements for the shards wait"));
        actions.addAll(actions(
                old,
                old.raisingFence(pairs.number()),
                "it refuses writes to them; what still holds that up after "
                        + pairs.timeouts().drain().toMillis() + " ms is ended"));
        actions.add(action(old, "XA RECOVER", "waits until the branches that it shows are finished"));
        Position now = old.server().position();
        actions.add(action(
                next.primary(),
                next.primary()
                        .server()
                        .dialect()
                        .waitFor(now, String.valueOf(pairs.timeouts().hold().toSeconds())),
                "with what has come since the copy: it has all that the other pair has"));
        actions.add(new PlannedAction(
                TOPOLOGY, ranges() + " = {pair: " + next.pair().name() + "}", "what waits goes to that pair"));
        return actions;
    }

    List<PlannedAction> wayBack() throws SQLException, OperationRefused {
        List<PlannedAction> actions = new ArrayList<>(following(Direction.BACK));
        actions.add(action(
                from.primary(),
                "DROP DATABASE …",
                "at FINISH OPERATION; until then REVERT OPERATION takes the shards back"));
        return actions;
    }

    /** The end of one of the two copies, and of the replication between them. */
    List<PlannedAction> drop(PairSide side) throws SQLException {
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(
                action(from.primary(), "STOP REPLICA …; RESET REPLICA …", "it follows " + to.primary() + " no more"));
        actions.addAll(actions(
                side.primary(),
                side.primary().present().stream()
                        .map(database -> "DROP DATABASE " + SqlText.quoteName(database))
                        .toList(),
                "the copy on pair " + side.pair().name() + ", with what fences it"));
        return actions;
    }

    private static List<PlannedAction> actions(MovedDatabases server, List<String> statements, String purpose) {
        return shown(statements).stream()
                .map(statement -> action(server, statement, purpose))
                .toList();
    }

    private static PlannedAction action(MovedDatabases server, String statement, String purpose) {
        return new PlannedAction(server.toString(), statement, purpose);
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
}
