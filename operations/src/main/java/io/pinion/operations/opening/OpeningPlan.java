package io.pinion.operations.opening;

import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.Position;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The steps of an opening for EXPLAIN, in words and statements. */
final class OpeningPlan {
    private static final String TOPOLOGY = "topology";

    private final Task.Opening task;
    private final Keyspace.Sharded keyspace;
    private final ReferenceShard reference;
    private final OpeningServers servers;
    private final OpeningTimeouts timeouts;
    private final List<OpeningStep> steps = new ArrayList<>();

    OpeningPlan(
            Task.Opening task,
            Keyspace.Sharded keyspace,
            ReferenceShard reference,
            OpeningServers servers,
            OpeningTimeouts timeouts) {
        this.task = task;
        this.keyspace = keyspace;
        this.reference = reference;
        this.servers = servers;
        this.timeouts = timeouts;
    }

    List<OpeningStep> steps() throws SQLException {
        String first = database(task.first());
        int more = task.size() - 1;
        String others = more == 0
                ? ""
                : ", and " + more + " more, " + (more == 1 ? "" : database(task.first() + 1) + " to ")
                        + database(task.last());
        for (String statement : reference.schema().statements(first)) {
            add(servers.primary(), statement.replaceAll("\\s*\n\\s*", " "), "like " + reference.database() + others);
        }
        add(
                servers.primary(),
                "SHOW CREATE TABLE of each table",
                "compared with those of " + reference.database() + " on pair " + reference.pair() + others);
        List<String> copied = ReferenceTables.of(keyspace);
        if (!copied.isEmpty()) {
            add(
                    servers.primary(),
                    "DELETE FROM … and INSERT INTO … of " + String.join(", ", copied),
                    "the rows of reference tables of " + reference.database() + " on pair " + reference.pair()
                            + ", while clients write them" + others);
        }
        if (servers.standby().isPresent()) {
            Position position = servers.position();
            add(
                    servers.standby().get(),
                    servers.dialect()
                            .waitFor(position, String.valueOf(timeouts.standby().toSeconds())),
                    "with the position of that moment: the standby has the databases");
        }
        add(
                "journal",
                "no change of tables of " + keyspace.name() + " is unfinished",
                "waits at most " + timeouts.changes().toSeconds() + " s; none begins until the next step is done");
        if (!copied.isEmpty()) {
            hold();
        }
        String range = "keyspaces." + keyspace.name() + ".ranges += {range: [" + task.first() + ", " + task.last()
                + "], pair: " + task.pair() + ", insert_weight: ";
        if (keyspace instanceof Keyspace.Id) {
            add(
                    TOPOLOGY,
                    range + "0}",
                    "open for statements that name one of them; refused if anything was written there"
                            + " since it was read");
            add(
                    "proxies",
                    "all know of it",
                    "waits at most " + timeouts.adoption().toSeconds() + " s");
            add(TOPOLOGY, "insert_weight: " + task.weight(), "new objects come");
        } else {
            add(TOPOLOGY, range + task.weight() + "}", "open; refused if anything was written there since it was read");
        }
        return steps;
    }

    private void hold() {
        String lowest = "shard " + keyspace.ranges().firstShard();
        add(
                TOPOLOGY,
                lowest + ": held",
                "statements for it wait, and with them every change of reference tables, for at most "
                        + timeouts.hold().toSeconds() + " s; the step that opens the shards releases it, too");
        add(
                "proxies",
                "all hold, and what had begun before has ended",
                "otherwise it is released, and tried again, " + OpeningRun.MOST_HOLDS + " times in all");
        add(
                reference.pair(),
                "LOCK TABLES " + String.join(", ", ReferenceTables.of(keyspace)) + " READ",
                "what has changed since they were copied is written into the new shards");
    }

    private String database(int shard) {
        return keyspace.databases().databaseOf(new ShardId(shard));
    }

    private void add(ServerConnection server, String statement, String purpose) {
        add(server.toString(), statement, purpose);
    }

    private void add(String place, String statement, String purpose) {
        steps.add(new OpeningStep(place, statement, purpose));
    }
}
