package io.pinion.operations.transfer;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.MovedDatabases;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What EXPLAIN shows of an import's steps. Changes nothing. */
record ImportPlan(DatabaseImport task, TransferServers servers, long number) implements TransferPlan {
    @Override
    public String target() {
        return "shard";
    }

    @Override
    public List<PlannedAction> publishing() {
        return List.of(inTopology(
                " = {importing: {…}, …}",
                "proxies learn its tables; to clients, " + task.name() + " is the database on pair " + task.home()));
    }

    @Override
    public List<PlannedAction> copy() throws SQLException {
        Map<String, List<String>> foreignKeys = SourceSchema.foreignKeys(home().server(), task.name());
        List<PlannedAction> actions = new ArrayList<>();
        for (TableRole table : task.tables()) {
            actions.add(new PlannedAction(
                    home().toString(),
                    table.isCopied() ? "SELECT … FROM " + table.source() : "",
                    switch (table.rows()) {
                                case OBJECTS ->
                                    "rows go to shards by " + table.key() + " as objects" + ids(table) + numbers(table);
                                case SINGLE -> "all rows go to shard " + TableRole.ONE_SHARD + ids(table);
                                case HASHED, MAPPINGS ->
                                    table.arising()
                                                    .map(arising -> "rows of " + table.name() + " arise and")
                                                    .orElse("rows")
                                            + " go to shards by " + table.onShards(table.key()) + ids(table)
                                            + table.sequence()
                                                    .map(column -> "; " + column + " gets numbers from a sequence")
                                                    .orElse("");
                                case REFERENCE -> "all rows go to every shard" + ids(table);
                                case SKIPPED -> table.name() + " stays behind";
                            }
                            + without(foreignKeys, table)));
        }
        return actions;
    }

    private static String without(Map<String, List<String>> foreignKeys, TableRole table) {
        List<String> left = table.isCopied() && table.arising().isEmpty()
                ? foreignKeys.getOrDefault(table.source(), List.of())
                : List.of();
        return left.isEmpty()
                ? ""
                : "; without its foreign key" + (left.size() == 1 ? " " : "s ") + String.join(", ", left);
    }

    private static String numbers(TableRole table) {
        return table.object()
                .map(object -> "; each shard has " + object.numbers().each() + " numbers for new ones")
                .orElse("");
    }

    private static String ids(TableRole table) {
        return table.ids().isEmpty()
                ? ""
                : table.ids().keySet().stream()
                        .map(table::onShards)
                        .sorted()
                        .collect(Collectors.joining(", ", "; global ids in ", ""));
    }

    @Override
    public List<PlannedAction> handOver() {
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(
                inTopology(".ranges.held = true", "all proxies let new statements for pair " + task.home() + " wait"));
        actions.addAll(fencing("the database refuses"));
        if (!task.sequences().isEmpty()) {
            actions.add(new PlannedAction(
                    servers.targets().getFirst().primary().toString(),
                    new ImportSequences(task, servers).planned(),
                    "sequences go on where AUTO_INCREMENT has ended"));
        }
        actions.add(inTopology(
                ".importing.handed_over = true", task.name() + " is the keyspace, and what waits goes there"));
        return actions;
    }

    @Override
    public List<PlannedAction> settling() {
        return List.of(new PlannedAction(
                "journal",
                "the places in the binary logs of "
                        + String.join(", ", task.shape().pairs()),
                "REVERT OPERATION brings what is written from there on to the old database"));
    }

    // --- the ends

    List<PlannedAction> givingUp() {
        return List.of(
                new PlannedAction("topology", "no keyspaces." + task.name() + ".importing", "no way leads back"),
                new PlannedAction(
                        home().toString(),
                        "",
                        "the old database " + task.name() + " takes writes again, and gets none of the keyspace's"));
    }

    List<PlannedAction> followingBack() {
        return servers.targets().stream()
                .map(side -> new PlannedAction(
                        side.primary().toString(),
                        "its binary log",
                        "what clients have written goes to the old database"))
                .toList();
    }

    List<PlannedAction> fencesOfShards() {
        return TransferPlan.preparing(
                servers.targets().stream().map(PairSide::primary).toList());
    }

    List<PlannedAction> handBack() {
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(inTopology(".ranges.held = true", "all proxies let new statements for the keyspace wait"));
        for (PairSide side : servers.targets()) {
            actions.add(new PlannedAction(
                    side.primary().toString(),
                    side.primary().raisingFence(number).getFirst() + "; …",
                    "its databases of shards refuse writes"));
        }
        actions.add(inTopology(
                ".importing.handed_over = false", task.name() + " is the database on pair " + task.home() + " again"));
        return actions;
    }

    private MovedDatabases home() {
        return servers.sources().getFirst().primary();
    }
}
