package io.pinion.operations.queue;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.queue.ShardRotation.NeedsPerson;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.work.Workers;
import io.pinion.routing.queue.PartitionPlan;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One attempt to rotate the partitions of queues. Blocks. */
final class RotationAttempt implements Attempt<Done>, RotationOwner {
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final OperationServices services;
    private final QueueTime time;
    private final Workers threads;
    private final PartitionRotation task;
    private final RunningOperation operation;
    private final List<ServerWarning> notes = new ArrayList<>();

    RotationAttempt(
            OperationServices services,
            QueueTime time,
            Workers threads,
            PartitionRotation task,
            RunningOperation operation) {
        this.services = services;
        this.time = time;
        this.threads = threads;
        this.task = task;
        this.operation = operation;
    }

    void rotate() throws OperationRefused {
        Topology topology = services.topology();
        List<RotationLog> reports = new ArrayList<>();
        for (String name : task.queues()) {
            reports.add(new RotationLog(QueueTable.named(topology, name)));
        }
        new QueueRotation(services, time, threads, new QueueTurns(services, this), new BusyShards(), task.force())
                .rotate(topology, reports);
        List<String> lost =
                reports.stream().flatMap(report -> report.lost().stream()).toList();
        if (!lost.isEmpty()) {
            throw new OperationRefused(String.join("; ", lost));
        }
        reports.forEach(this::note);
    }

    private void note(RotationLog report) {
        notes.add(ServerWarning.note(report.words()));
        if (!report.left().isEmpty()) {
            notes.add(ServerWarning.warning(report.left()));
        }
        report.problems().forEach(what -> notes.add(ServerWarning.warning(what)));
    }

    @Override
    public void require(TableName table) throws OperationRefused {
        operation.requireMayGoOn();
        operation.requireHeld(TaskLock.BRIEFLY);
        operation.tellNowAndThen(table.toString());
    }

    /** The operation has the table's. */
    @Override
    public LockNames lockOf(QueueTable queue) {
        return LockNames.ofPartitions(queue.keyspace().name(), queue.table());
    }

    /** What each shard needs now. */
    List<PlannedAction> plan() throws SQLException, OperationRefused {
        Topology topology = services.topology();
        List<PlannedAction> actions = new ArrayList<>();
        for (String name : task.queues()) {
            QueueTable queue = QueueTable.named(topology, name);
            for (Map.Entry<Pair, List<QueueShard>> shards :
                    queue.shards(topology).entrySet()) {
                ServerLogin login = new ServerLogin(
                        services.access(), shards.getKey().primary(), OperationServices.operator(topology));
                try (ServerConnection server = login.open(SILENCE)) {
                    PartitionRow.withFreshStatistics(server);
                    for (QueueShard shard : shards.getValue()) {
                        plan(shard, server, login, actions);
                    }
                }
            }
        }
        return actions;
    }

    /** With the warnings of the run, which have no statement. */
    private void plan(QueueShard shard, ServerConnection server, ServerLogin login, List<PlannedAction> actions)
            throws SQLException, OperationRefused {
        String place = login.server().name();
        RotationLog report = new RotationLog(shard.queue());
        if (new ShardLook(shard, server, time, report).isDue()) {
            try {
                plan(
                        place,
                        shard.table(),
                        new QueuePartitions(shard.table(), server)
                                .plan(shard.queue().queue(), time.now(server)),
                        actions);
            } catch (NeedsPerson e) {
                report.problem(e.getMessage());
            }
        }
        report.problems().forEach(what -> actions.add(new PlannedAction(place, "", what)));
    }

    private static void plan(String place, TableName table, PartitionPlan plan, List<PlannedAction> actions) {
        TableName expired = ExpiredTable.nameFor(table);
        plan.missing()
                .forEach(change -> actions.add(new PlannedAction(
                        place, change.statement(table.toString()), "jobs of this time get partitions of their own")));
        plan.expired().forEach(partition -> {
            actions.add(new PlannedAction(
                    place,
                    "ALTER TABLE " + table + " EXCHANGE PARTITION " + partition.written() + " WITH TABLE " + expired,
                    "its jobs have expired; those that haven't come back from there"));
            actions.add(new PlannedAction(place, "DROP TABLE " + expired, "nobody writes there"));
            actions.add(new PlannedAction(
                    place, "ALTER TABLE " + table + " DROP PARTITION " + partition.written(), "it is empty"));
        });
    }

    @Override
    public Done answer() {
        return new Done(operation.number(), notes, List.of(), 0);
    }
}
