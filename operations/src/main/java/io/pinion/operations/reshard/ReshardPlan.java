package io.pinion.operations.reshard;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.transfer.TransferPlan;
import io.pinion.operations.transfer.TransferServers;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What EXPLAIN shows of a resharding's steps. Changes nothing.
 *
 * @param keyspace on its old shards, until it is handed over
 */
record ReshardPlan(KeyspaceResharding task, Optional<Keyspace.Mod> keyspace, TransferServers servers, long number)
        implements TransferPlan {
    @Override
    public String target() {
        return "new shard";
    }

    @Override
    public List<PlannedAction> publishing() {
        return List.of(inTopology(
                ".resharding = {shards: " + task.shape().shards() + ", …}",
                "nobody else takes the names of the new databases; clients use the old shards"));
    }

    @Override
    public List<PlannedAction> copy() {
        return keyspace.stream()
                .flatMap(on -> on.tables().values().stream())
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

    @Override
    public List<PlannedAction> handOver() {
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(inTopology(".ranges.held = true", "all proxies let new statements for the keyspace wait"));
        actions.addAll(fencing("the old shards refuse"));
        actions.add(inTopology(
                " = {shards: " + task.shape().shards() + ", …}",
                task.name() + " has its new shards, and what waits goes there"));
        return actions;
    }

    @Override
    public List<PlannedAction> settling() {
        return List.of(new PlannedAction(
                primaries(),
                "",
                "the old shards stay as they are, until FINISH OPERATION drops them; no way leads back"));
    }

    List<PlannedAction> dropping() {
        return servers.sources().stream()
                .map(side -> new PlannedAction(
                        side.primary().toString(),
                        "DROP DATABASE " + side.primary().databases().getFirst(),
                        "and " + (side.primary().databases().size() - 1) + " more"))
                .toList();
    }

    private String primaries() {
        return servers.sources().stream().map(side -> side.primary().toString()).collect(Collectors.joining(", "));
    }
}
