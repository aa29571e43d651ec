package io.pinion.operations.opening;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.replication.Position;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What EXPLAIN shows of an opening's steps, in words and statements. */
record OpeningPlan(
        Task.Opening task,
        Keyspace.Sharded keyspace,
        ReferenceShard reference,
        OpeningServers servers,
        OpeningTimeouts timeouts) {
    private static final String TOPOLOGY = "topology";

    List<PlannedAction> making() throws SQLException {
        List<PlannedAction> actions = new ArrayList<>();
        String primary = servers.primary().toString();
        String others = others();
        for (String statement : reference.schema().statements(database(task.first()))) {
            actions.add(new PlannedAction(
                    primary, statement.replaceAll("\\s*\n\\s*", " "), "like " + reference.database() + others));
        }
        actions.add(new PlannedAction(
                primary,
                "SHOW CREATE TABLE of each table",
                "compared with those of " + reference.database() + " on pair " + reference.pair() + others));
        List<String> copied = ReferenceRoute.tablesOf(keyspace);
        if (!copied.isEmpty()) {
            actions.add(new PlannedAction(
                    primary,
                    "TRUNCATE TABLE … and REPLACE INTO … of " + String.join(", ", copied),
                    "the rows of reference tables of " + reference.database() + " on pair " + reference.pair()
                            + ", while clients write them" + others));
        }
        if (servers.standby().isPresent()) {
            Position position = servers.position();
            actions.add(new PlannedAction(
                    servers.standby().get().toString(),
                    servers.dialect()
                            .waitFor(position, String.valueOf(timeouts.standby().toSeconds())),
                    "with the position of that moment: the standby has the databases"));
        }
        return actions;
    }

    private String others() {
        int more = task.size() - 1;
        return more == 0
                ? ""
                : ", and " + more + " more, " + (more == 1 ? "" : database(task.first() + 1) + " to ")
                        + database(task.last());
    }

    private String database(int shard) {
        return keyspace.databases().databaseOf(new ShardId(shard));
    }

    List<PlannedAction> publishing() {
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(new PlannedAction(
                "journal",
                "no change of tables of " + keyspace.name() + " is unfinished",
                "waits at most " + timeouts.changes().toSeconds() + " s; none begins until the next step is done"));
        List<String> copied = ReferenceRoute.tablesOf(keyspace);
        if (!copied.isEmpty()) {
            actions.addAll(holding(copied));
        }
        boolean weighed = keyspace instanceof Keyspace.Id;
        actions.add(new PlannedAction(
                TOPOLOGY,
                "keyspaces." + keyspace.name() + ".ranges += {range: [" + task.first() + ", " + task.last()
                        + "], pair: " + task.pair() + ", insert_weight: " + (weighed ? 0 : task.weight()) + "}",
                (weighed ? "open for statements that name one of them" : "open")
                        + "; refused if anything was written there since it was read"));
        return actions;
    }

    private List<PlannedAction> holding(List<String> copied) {
        String lowest = "shard " + keyspace.ranges().firstShard();
        return List.of(
                new PlannedAction(
                        TOPOLOGY,
                        lowest + ": held",
                        "statements for it wait, and with them every change of reference tables, for at most "
                                + timeouts.hold().toSeconds()
                                + " s; the step that opens the shards releases it, too"),
                new PlannedAction(
                        "proxies",
                        "all hold, and what had begun before has ended",
                        "otherwise it is released, and tried again, " + OpeningAttempt.MOST_HOLDS + " times in all"),
                new PlannedAction(
                        reference.pair(),
                        "LOCK TABLES " + String.join(", ", copied) + " READ",
                        "what has changed since they were copied is written into the new shards"));
    }

    List<PlannedAction> weighing() {
        return keyspace instanceof Keyspace.Id
                ? List.of(
                        new PlannedAction(
                                "proxies",
                                "all know of it",
                                "waits at most " + timeouts.adoption().toSeconds() + " s"),
                        new PlannedAction(TOPOLOGY, "insert_weight: " + task.weight(), "new objects come"))
                : List.of();
    }
}
