package io.pinion.operations.queue.conversion;

import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.queue.QueueThreads;
import io.pinion.operations.queue.QueueTime;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Makes queues of tables for operators who ask. Thread-safe. */
public final class Conversions implements ConversionControl, AutoCloseable {
    private final OperationServices services;
    private final QueueThreads threads = QueueThreads.of("convert");
    private final OperationRunner<QueueConversion, ?, ?> runner;

    public Conversions(OperationServices services, QueueTime time) {
        this.services = services;
        this.runner = new OperationRunner<>(new ConversionWorkflow(services, time, threads), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    @Override
    public CompletionStage<Operation> begin(String keyspace, String table, Declaration as, String user) {
        return runner.ask(() -> {
            QueueConversion task = task(keyspace, table, as);
            return runner.beginInBackground(task, user, 0, "not begun", origin -> runner.explain(task, origin));
        });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(String keyspace, String table, Declaration as) {
        return runner.explained(() -> runner.explain(task(keyspace, table, as), Origin.of("", Account.OPERATOR)));
    }

    private QueueConversion task(String keyspace, String table, Declaration as) throws OperationRefused {
        if (!(services.topology().keyspaces().get(keyspace) instanceof Keyspace.Sharded sharded)) {
            throw new OperationRefused("there is no sharded keyspace " + keyspace);
        }
        List<String> pairs = sharded.ranges().ranges().stream()
                .map(ShardRange::pair)
                .distinct()
                .toList();
        return new QueueConversion(keyspace, table, as.words(), pairs);
    }

    @Override
    public void close() {
        runner.close();
        threads.close();
    }
}
