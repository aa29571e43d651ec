package io.pinion.operations.queue;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.queue.PartitionRow.NotPartitioned;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.PartitionPlan;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/** One attempt to rotate the partitions of queues. Blocks. */
final class RotationAttempt implements Attempt<Done> {
    /** MySQL's ER_UNKNOWN_ERROR. */
    private static final int UNKNOWN_ERROR = 1105;

    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final Topology topology;
    private final OperationServices services;
    private final QueueTime time;
    private final Executor threads;
    private final PartitionRotation task;
    private final RunningOperation operation;
    private final List<ServerWarning> notes = new ArrayList<>();

    RotationAttempt(
            OperationServices services,
            QueueTime time,
            Executor threads,
            PartitionRotation task,
            RunningOperation operation) {
        this.topology = services.topology();
        this.services = services;
        this.time = time;
        this.threads = threads;
        this.task = task;
        this.operation = operation;
    }

    void rotate() throws OperationRefused {
        for (String name : task.queues()) {
            QueueTable queue = QueueTable.named(topology, name);
            RotationLog report = new RotationLog(queue);
            new QueueRotation(topology, services.access(), time, threads)
                    .rotate(queue, task.force(), turns(queue), report);
            notes.add(new ServerWarning("Note", UNKNOWN_ERROR, report.words()));
            report.problems().forEach(what -> notes.add(new ServerWarning("Warning", UNKNOWN_ERROR, what)));
        }
    }

    private QueueRotation.Turns turns(QueueTable queue) {
        return new QueueRotation.Turns() {
            @Override
            public void before(String database) throws OperationRefused {
                operation.requireMayGoOn();
                operation.requireHeld(TaskLock.BRIEFLY);
                operation.tellNowAndThen(database + "." + queue.table());
            }

            /** The operation has the lock. */
            @Override
            public Optional<QueueRotation.Turn> take() {
                return Optional.of(() -> {});
            }
        };
    }

    /** What each shard needs now. */
    List<PlannedAction> plan() throws SQLException, OperationRefused {
        List<PlannedAction> actions = new ArrayList<>();
        for (String name : task.queues()) {
            QueueTable queue = QueueTable.named(topology, name);
            for (Map.Entry<String, List<String>> databases : queue.databases().entrySet()) {
                ServerLogin login = new ServerLogin(
                        services.access(),
                        OperationServices.pair(topology, databases.getKey()).primary(),
                        OperationServices.operator(topology));
                try (ServerConnection server = login.open(SILENCE)) {
                    for (String database : databases.getValue()) {
                        plan(queue, new TableName(database, queue.table()), server, login, actions);
                    }
                }
            }
        }
        return actions;
    }

    private void plan(
            QueueTable queue, TableName table, ServerConnection server, ServerLogin login, List<PlannedAction> actions)
            throws SQLException, OperationRefused {
        String place = login.server().name();
        PartitionPlan plan;
        try {
            plan = new PartitionPlan(
                    queue.queue(),
                    BaseTables.asking(server.jdbc(), List.of(table), PartitionRow::read).stream()
                            .map(PartitionRow::partition)
                            .toList(),
                    time.now(server));
        } catch (NotPartitioned e) {
            actions.add(new PlannedAction(place, "", e.getMessage()));
            return;
        }
        TableName expired = new ExpiredTable(table, server).name();
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

    @Override
    public void close() {}
}
