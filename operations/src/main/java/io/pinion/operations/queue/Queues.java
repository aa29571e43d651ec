package io.pinion.operations.queue;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.engine.RequestKind;
import io.pinion.operations.engine.RequestedOperations;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.statement.LogicalTableName;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.operations.work.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The queue tables of a cluster: their keeper, and what people ask for. Thread-safe; no call blocks. */
public final class Queues implements RequestedOperations {
    /** Partitions are made hours ahead, and the narrowest ones are a minute wide. */
    private static final Duration KEEP_EVERY = Duration.ofSeconds(60);

    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(OperationStatement.of(
                    "ROTATE PARTITIONS [OF keyspace.table] [FORCE]",
                    "makes the partitions of queue tables that are about to be needed, and drops those whose jobs have expired",
                    Queues::request,
                    StatementAnswer::told)),
            services -> new Queues(services, QueueTime.OF_SERVER, KEEP_EVERY));

    /** The keeper is done with a shard within seconds. */
    private static final Duration OTHERS = Duration.ofSeconds(10);

    /** At a time, as many as changes of tables have. */
    private static final int PAIRS = 8;

    private static final int READERS = 2;
    private static final int MOST_WAITING = 16;

    private final OperationServices services;
    private final QueueTime time;
    private final Workers keeping = new Workers("pinion-queue-keep", PAIRS, Integer.MAX_VALUE);
    private final Workers rotating = new Workers("pinion-queue-rotate", PAIRS, Integer.MAX_VALUE);
    private final Workers readers = new Workers("pinion-queue-read", READERS, MOST_WAITING);
    private final OperationRunner<PartitionRotation, RotationAttempt, Done> runner;
    private final QueueKeeper keeper;

    /** @param every the pause between two passes of the keeper */
    public Queues(OperationServices services, QueueTime time, Duration every) {
        this.services = services;
        this.time = time;
        this.runner = new OperationRunner<>(new RotationWorkflow(services, time, rotating), services);
        this.keeper = QueueKeeper.start(services, time, keeping, every);
    }

    private static RotationRequest request(StatementArguments arguments, StatementContext context) {
        Optional<String> queue = arguments
                .clause("OF")
                .map(of -> LogicalTableName.of(arguments, context))
                .map(name -> name.keyspace() + "." + name.table());
        return new RotationRequest(queue, arguments.has("FORCE"));
    }

    @Override
    public List<RequestKind<?, ?>> kinds() {
        return List.of(new RequestKind<>(
                RotationRequest.class,
                runner,
                "",
                (request, user) -> rotated(task(request), user),
                (request, user) -> runner.explain(task(request), Origin.of(user, Account.DATA))));
    }

    private Done rotated(PartitionRotation task, String user)
            throws OperationRefused, StoreUnavailable, VersionConflict {
        try (TaskLock lock = runner.locked(task, OTHERS)) {
            Optional<Operation> broken = runner.brokenOff(task::equals);
            if (broken.isPresent()) {
                return runner.goOn(broken.get(), task, lock);
            }
            runner.requireNoOther(task);
            return runner.begin(task, Origin.of(user, Account.DATA), services.beginning(0), lock);
        }
    }

    private PartitionRotation task(RotationRequest request) throws OperationRefused {
        Topology topology = services.topology();
        Optional<String> queue = request.queue();
        List<QueueTable> queues =
                queue.isPresent() ? List.of(QueueTable.named(topology, queue.get())) : QueueTable.of(topology);
        if (queues.isEmpty()) {
            throw new OperationRefused("the topology declares no queue (\"queue\" of a table)");
        }
        return new PartitionRotation(
                queues.stream().map(QueueTable::toString).toList(), queue.isEmpty(), request.force());
    }

    /** The states of all queues of the topology, as the standbys have them; asks primaries that have none. */
    public CompletionStage<List<QueueState>> states() {
        return readers.ask(() -> new QueueStates(services, time).read());
    }

    /** What is wrong with queues, if this proxy is the one that keeps them. */
    public List<String> problems() {
        return keeper.problems();
    }

    @Override
    public void close() {
        keeper.close();
        readers.close();
        runner.close();
        rotating.close();
        keeping.close();
    }
}
