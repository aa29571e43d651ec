package io.pinion.operations.transfer;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.move.MoveTimeouts;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.MovedDatabases;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What EXPLAIN shows of the steps in which rows are carried to new shards. Changes nothing. */
public interface TransferPlan {
    TransferTask task();

    TransferServers servers();

    /** The number of the operation. */
    long number();

    /** What rows go to, for people: {@code shard}. */
    String target();

    List<PlannedAction> publishing();

    List<PlannedAction> copy() throws SQLException;

    List<PlannedAction> handOver();

    List<PlannedAction> settling();

    /** @param setting of the keyspace's entry */
    default PlannedAction inTopology(String setting, String purpose) {
        return new PlannedAction("topology", "keyspaces." + task().name() + setting, purpose);
    }

    default List<PlannedAction> following() {
        return onEachSource(
                "its binary log", "what clients write goes to the " + target() + "s, until they have nearly all");
    }

    default List<PlannedAction> followingOn() {
        return onEachSource("its binary log", "the same, until somebody says HAND OVER OPERATION");
    }

    default List<PlannedAction> comparison() {
        return onEachSource("SELECT …", "every row is compared with that of its " + target() + ", both ways");
    }

    private List<PlannedAction> onEachSource(String statement, String purpose) {
        return servers().sources().stream()
                .map(side -> new PlannedAction(side.primary().toString(), statement, purpose))
                .toList();
    }

    default List<PlannedAction> fences() {
        List<PlannedAction> actions = new ArrayList<>();
        for (PairSide side : servers().sources()) {
            actions.addAll(preparing(side.servers()));
            side.standby().ifPresent(standby -> raising(standby)
                    .forEach(statement -> actions.add(new PlannedAction(
                            standby.toString(), statement, "it refuses writes, should it become a primary"))));
        }
        return actions;
    }

    static List<PlannedAction> preparing(List<MovedDatabases> servers) {
        return servers.stream()
                .filter(server -> !server.preparingFence().isEmpty())
                .map(server ->
                        new PlannedAction(server.toString(), server.preparingFence(), "made ready to refuse writes"))
                .toList();
    }

    /** @param who refuses writes, for people: {@code the old shards refuse} */
    default List<PlannedAction> fencing(String who) {
        List<PlannedAction> actions = new ArrayList<>();
        for (PairSide side : servers().sources()) {
            for (String statement : raising(side.primary())) {
                actions.add(new PlannedAction(
                        side.primary().toString(),
                        statement,
                        who + " writes, also of clients that come directly; what still holds that up after "
                                + MoveTimeouts.DEFAULT.drain().toMillis() + " ms is ended"));
            }
        }
        return actions;
    }

    /** Of thousands of databases, the first one's. */
    private List<String> raising(MovedDatabases server) {
        List<String> statements = server.raisingFence(number());
        return statements.size() == 1 ? statements : List.of(statements.getFirst() + "; …");
    }
}
