package io.pinion.operations.restore;

import io.pinion.config.settings.ExportSettings;
import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.export.ExportPlaces;
import io.pinion.operations.export.ExportScope;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

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
            return runner.beginInBackground(
                    task, user, task.size(), "not restored", origin -> runner.explain(task, origin));
        });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(ShardsRestore request) {
        return runner.explained(() -> runner.explain(task(request), Origin.of("", Account.OPERATOR)));
    }

    /** Decided once, at the beginning: each attempt has the same pairs and tables. */
    private ShardsRestore task(ShardsRestore request) throws OperationRefused {
        ExportScope scope = ExportScope.of(services.topology(), request.keyspace());
        Set<String> pairs = scope.between(request.first(), request.last()).keySet();
        try (ExportedShards export = ExportedShards.open(places.open(request.place()), scope, request.keyspace())) {
            return request.with(pairs, export.tables());
        }
    }

    @Override
    public void close() {
        runner.close();
    }
}
