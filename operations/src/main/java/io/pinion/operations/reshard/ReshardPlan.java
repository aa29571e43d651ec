package io.pinion.operations.reshard;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.move.MoveTimeouts;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What EXPLAIN shows of a resharding's steps. Changes nothing. */
record ReshardPlan(KeyspaceResharding task, ReshardServers servers, long number) {
    private static final String TOPOLOGY = "topology";

    List<PlannedAction> publishing() {
        return List.of(new PlannedAction(
                TOPOLOGY,
                entry() + ".resharding = {shards: " + task.shape().shards() + ", …}",
                "nobody else takes the names of the new databases; clients use the old shards"));
    }

    List<PlannedAction> copy(Keyspace.Mod keyspace) {
        return keyspace.tables().values().stream()
                .sorted(Comparator.comparing(Table::name))
                .map(table -> new PlannedAction(
                        primaries(),
                        "SELECT … FROM " + table.name(),
                        switch (table) {
                            case Table.HashedTable hashed -> "rows go to the new shards by " + hashed.keyColumn();
                            case Table.MappingTable mapping -> "rows go to the new shards by " + mapping.fromColumn();
                            case Table.SingleTable single ->
                                "all rows go to the new shard "
                                        + single.shard().number() % task.shape().shards();
                            case Table.ReferenceTable reference -> "all rows go to every new shard";
                            case Table.ObjectTable object -> "rows are objects";
                        }))
                .toList();
    }

    List<PlannedAction> following() {
        return onEachPrimary("its binary log", "what clients write goes to the new shards, until they have nearly all");
    }

    List<PlannedAction> followingOn() {
        return onEachPrimary("its binary log", "the same, until somebody says HAND OVER OPERATION");
    }

    List<PlannedAction> comparison() {
        return onEachPrimary("SELECT …", "every row is compared with that of its new shard, both ways");
    }

    List<PlannedAction> fences() {
        List<PlannedAction> actions = new ArrayList<>();
        for (PairSide side : servers.old()) {
            for (MovedDatabases server : side.servers()) {
                if (!server.preparingFence().isEmpty()) {
                    actions.add(new PlannedAction(
                            server.toString(), server.preparingFence(), "made ready to refuse writes"));
                }
            }
        }
        return actions;
    }

    List<PlannedAction> handOver() {
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(new PlannedAction(
                TOPOLOGY, entry() + ".ranges.held = true", "all proxies let new statements for the keyspace wait"));
        for (PairSide side : servers.old()) {
            List<String> raising = side.primary().raisingFence(number);
            actions.add(new PlannedAction(
                    side.primary().toString(),
                    raising.getFirst() + (raising.size() > 1 ? "; …" : ""),
                    "the old shards refuse writes, also of clients that come directly; what still holds that up after "
                            + MoveTimeouts.DEFAULT.drain().toMillis() + " ms is ended"));
        }
        actions.add(new PlannedAction(
                TOPOLOGY,
                entry() + " = {shards: " + task.shape().shards() + ", …}",
                task.name() + " has its new shards, and what waits goes there"));
        return actions;
    }

    List<PlannedAction> settling() {
        return List.of(new PlannedAction(
                primaries(),
                "",
                "the old shards stay as they are, until FINISH OPERATION drops them; no way leads back"));
    }

    List<PlannedAction> dropping() {
        return servers.old().stream()
                .map(side -> new PlannedAction(
                        side.primary().toString(),
                        "DROP DATABASE " + side.primary().databases().getFirst(),
                        "and " + (side.primary().databases().size() - 1) + " more"))
                .toList();
    }

    private List<PlannedAction> onEachPrimary(String statement, String purpose) {
        return servers.old().stream()
                .map(side -> new PlannedAction(side.primary().toString(), statement, purpose))
                .toList();
    }

    private String primaries() {
        return servers.old().stream().map(side -> side.primary().toString()).collect(Collectors.joining(", "));
    }

    private String entry() {
        return "keyspaces." + task.name();
    }
}
