package io.pinion.operations.schema;

import io.pinion.config.change.Author;
import io.pinion.operations.engine.OperationOutcome;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.Failed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRefused.Leaves;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.work.Workers;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Changes tables on all shards, one operation at a time for each table of a cluster. Thread-safe; no call blocks. */
public final class SchemaOperations implements AutoCloseable {
    /** Connections to servers at a time, of all operations. */
    private static final int WORKERS = 8;

    private final OperationServices services;
    private final ShardConnections connections;
    private final OperationRunner<Task.TableChange, ChangeAttempt, Done> runner;

    /**
     * Each operation has some for each pair, and there are few operations: so the line is short, though it has no end.
     */
    private final Workers workers = new Workers("pinion-operation-shard", WORKERS, Integer.MAX_VALUE);

    public SchemaOperations(OperationServices services) {
        this.services = services;
        this.connections = new ShardConnections(services.running(), services.access());
        this.runner = new OperationRunner<>(new SchemaWorkflow(services, connections, workers), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    /** Begins a change. */
    public RunningChange start(SchemaChange change, Origin origin) {
        AtomicBoolean stop = new AtomicBoolean();
        CompletionStage<OperationOutcome> outcome = outcome(runner.ask(() -> changed(change, origin, stop::get)));
        return new RunningChange() {
            @Override
            public CompletionStage<OperationOutcome> outcome() {
                return outcome;
            }

            @Override
            public void stop() {
                stop.set(true);
            }
        };
    }

    private Done changed(SchemaChange change, Origin origin, BooleanSupplier unwanted) throws Exception {
        Task.TableChange task = new Task.TableChange(change);
        int shards = ShardPlaces.of(services.topology(), change.keyspace(), change.only())
                .size();
        try (TaskLock lock = runner.locked(task, Duration.ZERO)) {
            runner.requireNoOther(task);
            Progress first = services.beginning(shards);
            return runner.begin(task, origin, first, lock, unwanted);
        }
    }

    /** Puts a table that all shards have alike into the topology. */
    public CompletionStage<OperationOutcome> declare(String keyspace, String table, Declaration as, Author author) {
        return outcome(runner.ask(() -> {
            List<DriftRow> drift = drift(keyspace, Optional.of(table));
            if (!drift.isEmpty() && !(as instanceof Declaration.SingleRows)) {
                throw new OperationRefused("the shards of " + keyspace + " don't have " + table + " alike: shard "
                        + drift.getFirst().shard() + " " + drift.getFirst().difference()
                        + " (SHOW SCHEMA DRIFT FROM " + keyspace + " lists all)");
            }
            new DeclaredColumns(connections).check(services.topology(), keyspace, table, as);
            return declared(keyspace, new DeclarationChange.Declare(table, as), author);
        }));
    }

    /** Takes a table out of the topology; the shards keep it. */
    public CompletionStage<OperationOutcome> forget(String keyspace, String table, Author author) {
        return outcome(runner.ask(() -> {
            if (ShardPlaces.keyspace(services.topology(), keyspace).table(table) == null) {
                throw new OperationRefused(
                        1146, "42S02", "Table '" + keyspace + "." + table + "' isn't declared", Leaves.AS_BEFORE);
            }
            return declared(keyspace, new DeclarationChange.Forget(table), author);
        }));
    }

    private Done declared(String keyspace, DeclarationChange change, Author author) throws OperationRefused {
        long generation = Declarations.apply(TopologyChange.withoutLock(services, author), keyspace, List.of(change));
        return new Done(0, List.of(), List.of(), generation);
    }

    /** Where shards differ from the first of their keyspace; of all sharded keyspaces when none is named. */
    public CompletionStage<List<DriftRow>> drift(Optional<String> keyspace) {
        return runner.ask(() -> {
            List<String> keyspaces = keyspace.map(List::of)
                    .orElseGet(() -> services.topology().keyspaces().values().stream()
                            .filter(Keyspace.Sharded.class::isInstance)
                            .map(Keyspace::name)
                            .toList());
            List<DriftRow> rows = new ArrayList<>();
            for (String name : keyspaces) {
                rows.addAll(drift(name, Optional.empty()));
            }
            return rows;
        });
    }

    private List<DriftRow> drift(String keyspace, Optional<String> table) throws OperationRefused {
        return new DriftReport(connections, workers).of(services.topology(), keyspace, table);
    }

    private static CompletionStage<OperationOutcome> outcome(CompletionStage<Done> work) {
        return work.<OperationOutcome>thenApply(done -> done).exceptionally(Failed::of);
    }

    /** Running operations end before their next shards, and another proxy goes on with them. */
    @Override
    public void close() {
        runner.close();
        workers.close();
    }
}
