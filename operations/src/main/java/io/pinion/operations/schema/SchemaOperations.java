package io.pinion.operations.schema;

import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.schema.ChangeOutcome.Done;
import io.pinion.operations.schema.ChangeOutcome.Failed;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.work.Workers;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes tables on all shards, one operation at a time for each table of a cluster. Thread-safe; no call blocks. */
public final class SchemaOperations implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SchemaOperations.class);

    /** Operations at a time, and questions about them. */
    private static final int OPERATIONS = 8;

    /** Connections to servers at a time, of all operations. */
    private static final int WORKERS = 8;

    private static final int MAX_WAITING = 64;

    private final Supplier<Topology> topology;
    private final OperationJournal journal;
    private final Supplier<String> proxy;
    private final ShardConnections connections;
    private final Declarations declarations;
    private final SettledTopology settled;
    private final Workers operations = new Workers("pinion-operation", OPERATIONS, MAX_WAITING);

    /**
     * Each operation has some for each pair, and there are few operations: so the line is short, though it has no end.
     */
    private final Workers workers = new Workers("pinion-operation-shard", WORKERS, Integer.MAX_VALUE);

    private volatile boolean closed;

    /**
     * @param topology the running one
     * @param store where declarations are written
     * @param proxy this proxy's name in the journal
     */
    public SchemaOperations(
            Supplier<Topology> topology,
            TopologyStore store,
            OperationJournal journal,
            ServerAccess access,
            Supplier<String> proxy) {
        this.topology = topology;
        this.journal = journal;
        this.proxy = proxy;
        this.connections = new ShardConnections(topology, access);
        this.declarations = new Declarations(topology, store);
        this.settled = new SettledTopology(journal, store);
    }

    /** Begins a change. */
    public RunningChange start(SchemaChange change, Origin origin) {
        AtomicBoolean stop = new AtomicBoolean();
        CompletionStage<ChangeOutcome> outcome = outcome(() -> begin(change, origin, () -> stop.get() || closed));
        return new RunningChange() {
            @Override
            public CompletionStage<ChangeOutcome> outcome() {
                return outcome;
            }

            @Override
            public void stop() {
                stop.set(true);
            }
        };
    }

    private ChangeOutcome begin(SchemaChange change, Origin origin, BooleanSupplier stop) throws Exception {
        int shards =
                ShardPlaces.of(topology.get(), change.keyspace(), change.only()).size();
        Task task = new Task.TableChange(change);
        Optional<TaskLock> taken = journal.lock(task);
        if (taken.isEmpty()) {
            return Failed.general("another operation is changing " + names(change) + " now: " + journal.holderOf(task));
        }
        try (TaskLock lock = taken.get()) {
            for (Operation other : journal.list()) {
                if (other.progress().state().isUnfinished() && other.touches(task)) {
                    return Failed.general(other.name() + " is unfinished, done on "
                            + other.progress().done().size() + " of "
                            + other.progress().total() + " shards: RESUME OPERATION " + other.number()
                            + " or CANCEL OPERATION " + other.number() + " first");
                }
            }
            Operation operation = journal.create(task, origin, Progress.beginning(shards, proxy.get(), Instant.now()));
            Topology now;
            Operation counted;
            try {
                now = settled.of(change.keyspace());
                counted = counted(operation, change, now);
            } catch (ChangeFailure | StoreUnavailable | VersionConflict e) {
                journal.remove(operation);
                throw e;
            }
            return run(counted, change, lock, stop, now);
        }
    }

    /** The stored topology may have other shards than the running one. */
    private Operation counted(Operation operation, SchemaChange change, Topology now)
            throws ChangeFailure, StoreUnavailable, VersionConflict {
        int shards = ShardPlaces.of(now, change.keyspace(), change.only()).size();
        return shards == operation.progress().total()
                ? operation
                : journal.write(operation, operation.progress().resumed(shards, proxy.get()));
    }

    private static String names(SchemaChange change) {
        return change.keyspace() + "." + String.join(", " + change.keyspace() + ".", change.tables());
    }

    private ChangeOutcome run(
            Operation operation, SchemaChange change, TaskLock lock, BooleanSupplier stop, Topology now) {
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("action", change.action())
                .addKeyValue("tables", names(change))
                .log("An operation begins");
        ChangeOutcome outcome =
                new ChangeRun(connections, declarations, workers, journal, lock, operation, change, stop).run(now);
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("outcome", outcome instanceof Failed failed ? failed.code() : 0)
                .log("An operation has ended");
        return outcome;
    }

    /** Goes on with an operation where it ended. */
    public CompletionStage<ChangeOutcome> resume(Operation operation, SchemaChange change) {
        return outcome(() -> {
            Optional<TaskLock> taken = journal.lock(operation.task());
            if (taken.isEmpty()) {
                return Failed.general(operation.name() + ", or another one on its tables, is running");
            }
            try (TaskLock lock = taken.get()) {
                // Read again: somebody may have ended it before the lock was free.
                Operation seen = find(operation.number());
                if (!seen.progress().state().isUnfinished()) {
                    return Failed.general(seen.name() + " has ended meanwhile");
                }
                // Before the look: a move waits for what runs, and not for what has failed.
                Operation resumed = journal.write(
                        seen, seen.progress().resumed(seen.progress().total(), proxy.get()));
                Topology now;
                Operation counted;
                try {
                    now = settled.of(change.keyspace());
                    counted = counted(resumed, change, now);
                } catch (ChangeFailure | StoreUnavailable | VersionConflict e) {
                    journal.write(resumed, seen.progress());
                    throw e;
                }
                return run(counted, change, lock, () -> closed, now);
            }
        });
    }

    /** Gives an operation up: a running one ends before its next shard, wherever it runs. */
    public CompletionStage<ChangeOutcome> cancel(Operation operation) {
        return outcome(() -> {
            Optional<TaskLock> taken = journal.lock(operation.task());
            if (taken.isEmpty()) {
                // It runs somewhere, and will see this before its next shards.
                journal.askToEnd(() -> find(operation.number()));
            } else {
                giveUp(operation.number(), taken.get());
            }
            return new Done(operation.number(), List.of(), List.of(), 0);
        });
    }

    private void giveUp(long number, TaskLock lock) throws StoreUnavailable, VersionConflict, ChangeFailure {
        try {
            Operation seen = find(number);
            if (seen.progress().state().isUnfinished()) {
                journal.write(seen, seen.progress().withState(State.CANCELLED, "given up"));
            }
        } finally {
            lock.close();
        }
    }

    private Operation find(long number) throws StoreUnavailable, ChangeFailure {
        return journal.read(number)
                .orElseThrow(() -> new ChangeFailure(Failed.general("there is no operation " + number + " any more")));
    }

    /** Puts a table that all shards have alike into the topology. */
    public CompletionStage<ChangeOutcome> declare(String keyspace, String table, Declaration as) {
        return outcome(() -> {
            List<DriftRow> drift =
                    new DriftReport(connections, workers).of(topology.get(), keyspace, Optional.of(table));
            if (!drift.isEmpty() && !(as instanceof Declaration.SingleRows)) {
                return Failed.general("the shards of " + keyspace + " don't have " + table + " alike: shard "
                        + drift.getFirst().shard() + " " + drift.getFirst().difference()
                        + " (SHOW SCHEMA DRIFT FROM " + keyspace + " lists all)");
            }
            new DeclaredColumns(connections).check(topology.get(), keyspace, table, as);
            long generation = declarations.apply(keyspace, List.of(new DeclarationChange.Declare(table, as)));
            return new Done(0, List.of(), List.of(), generation);
        });
    }

    /** Takes a table out of the topology; the shards keep it. */
    public CompletionStage<ChangeOutcome> forget(String keyspace, String table) {
        return outcome(() -> {
            if (ShardPlaces.keyspace(topology.get(), keyspace).table(table) == null) {
                return new Failed(1146, "42S02", "Table '" + keyspace + "." + table + "' isn't declared");
            }
            long generation = declarations.apply(keyspace, List.of(new DeclarationChange.Forget(table)));
            return new Done(0, List.of(), List.of(), generation);
        });
    }

    /** Where shards differ from the first of their keyspace; of all sharded keyspaces when none is named. */
    public CompletionStage<List<DriftRow>> drift(Optional<String> keyspace) {
        return operations.ask(() -> {
            List<String> keyspaces = keyspace.map(List::of).orElseGet(() -> topology.get().keyspaces().values().stream()
                    .filter(Keyspace.Sharded.class::isInstance)
                    .map(Keyspace::name)
                    .toList());
            List<DriftRow> rows = new ArrayList<>();
            for (String name : keyspaces) {
                rows.addAll(new DriftReport(connections, workers).of(topology.get(), name, Optional.empty()));
            }
            return rows;
        });
    }

    // --- threads

    private CompletionStage<ChangeOutcome> outcome(Callable<ChangeOutcome> work) {
        return operations.ask(work).exceptionally(e -> {
            return e instanceof ChangeFailure failure
                    ? failure.failed()
                    : Failed.general(String.valueOf(e.getMessage()));
        });
    }

    /** Running operations end before their next shards; doesn't wait for these. */
    @Override
    public void close() {
        closed = true;
        operations.close();
        workers.close();
    }
}
