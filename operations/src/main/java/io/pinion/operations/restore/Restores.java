package io.pinion.operations.restore;

import io.pinion.config.settings.ExportSettings;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.export.ExportPlaces;
import io.pinion.operations.export.ExportScope;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.ShardSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Restores shards for operators who ask. It goes on in the background; the call that begins it is answered at its
 * beginning. Thread-safe.
 */
public final class Restores implements RestoreControl, AutoCloseable {
    private final OperationServices services;
    private final ExportPlaces places;
    private final OperationRunner<ShardsRestore, RestoreAttempt, String> runner;

    public Restores(OperationServices services, ExportSettings settings) {
        this.services = services;
        this.places = new ExportPlaces(settings, services.access());
        this.runner = new OperationRunner<>(new RestoreWorkflow(services, places), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    @Override
    public CompletionStage<Operation> begin(ShardsRestore request, String user) {
        return runner.ask(() -> {
            ShardsRestore task = task(request);
            TaskLock lock = runner.locked(task, Duration.ZERO);
            try {
                runner.requireNoOther(task);
                Origin origin = Origin.of(user, Account.OPERATOR);
                // What is refused leaves no entry in the journal.
                runner.explain(task, origin);
                return runner.beginInBackground(
                        task, origin, services.beginning(task.size()).withDetail("waiting for its turn"), lock);
            } catch (OperationRefused | StoreUnavailable | SQLException | RuntimeException e) {
                lock.close();
                throw new OperationRefused("not restored: " + e.getMessage());
            }
        });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(ShardsRestore request) {
        return runner.explained(() -> runner.explain(task(request), Origin.of("", Account.OPERATOR)));
    }

    /** Decided once, at the beginning: each attempt has the same pairs and tables. */
    private ShardsRestore task(ShardsRestore request) throws OperationRefused {
        ExportScope scope = ExportScope.of(services.topology(), request.keyspace());
        Set<String> pairs = scope.left(ShardSet.NONE).entrySet().stream()
                .filter(pair ->
                        pair.getValue().stream().anyMatch(shard -> shard >= request.first() && shard <= request.last()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        try (ExportedShards export = ExportedShards.open(places.open(request.place()), scope, request.keyspace())) {
            return request.with(pairs, export.tables());
        }
    }

    @Override
    public void close() {
        runner.close();
    }
}
