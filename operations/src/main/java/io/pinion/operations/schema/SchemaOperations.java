package io.pinion.operations.schema;

import io.pinion.config.change.Author;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRefused.Leaves;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RequestKind;
import io.pinion.operations.engine.RequestedOperations;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.statement.LogicalTableName;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.operations.work.Workers;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** Changes tables on all shards, one operation at a time for each table of a cluster. Thread-safe; no call blocks. */
public final class SchemaOperations implements RequestedOperations {
    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(
                    OperationStatement.of(
                                    "DECLARE TABLE keyspace.table AS 'declaration'",
                                    "says which shards the rows of a table belong to that all shards have already, such as 'mapping from=board_id'",
                                    SchemaOperations::declaration,
                                    StatementAnswer::changed)
                            .withoutExplain(),
                    OperationStatement.of(
                                    "FORGET TABLE keyspace.table",
                                    "takes a table out of the topology; the shards keep it and its rows",
                                    SchemaOperations::declaration,
                                    StatementAnswer::changed)
                            .withoutExplain()),
            SchemaOperations::new);

    /** Connections to servers at a time, of all operations. */
    private static final int WORKERS = 8;

    /** The keeper of a queue's partitions has the table's lock for seconds, again and again. */
    private static final Duration TURN_WAIT = Duration.ofSeconds(10);

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

    private static TableDeclaration declaration(StatementArguments arguments, StatementContext context) {
        LogicalTableName table = LogicalTableName.of(arguments, context);
        Optional<Declaration> as =
                arguments.optional("'declaration'").map(text -> StatementArguments.parsed(Declaration::parse, text));
        return new TableDeclaration(table.keyspace(), table.table(), as, context.author(arguments));
    }

    @Override
    public List<RequestKind<?, ?>> kinds() {
        return List.of(new RequestKind<>(TableDeclaration.class, runner, "", (wanted, user) -> declared(wanted)));
    }

    /** @param unwanted whether its client wants it to end before its next shard, with an error; asked on any thread */
    public CompletionStage<Done> start(SchemaChange change, Origin origin, BooleanSupplier unwanted) {
        return runner.ask(() -> changed(change, origin, unwanted));
    }

    /** What a change would do, step by step; fails where it would be refused. Nothing is changed. */
    public CompletionStage<List<PlannedAction>> explain(SchemaChange change, Origin origin) {
        return runner.explained(() -> runner.explain(new Task.TableChange(change), origin));
    }

    private Done changed(SchemaChange change, Origin origin, BooleanSupplier unwanted) throws Exception {
        Task.TableChange task = new Task.TableChange(change);
        int shards = ShardPlaces.of(services.topology(), change.keyspace(), change.only())
                .size();
        boolean turns =
                change.tables().stream().anyMatch(table -> isQueue(services.topology(), change.keyspace(), table));
        try (TaskLock lock = turns ? runner.locked(task, TURN_WAIT) : runner.locked(task)) {
            runner.requireNoOther(task);
            Progress first = services.beginning(shards);
            return runner.begin(task, origin, first, lock, unwanted);
        }
    }

    private Done declared(TableDeclaration wanted) throws Exception {
        String keyspace = wanted.keyspace();
        String table = wanted.table();
        if (wanted.as().isEmpty()) {
            requireDeclared(keyspace, table);
            return declared(keyspace, table, new DeclarationChange.Forget(table), false, wanted.author());
        }
        Declaration as = wanted.as().get();
        List<DriftRow> drift = drift(keyspace, Optional.of(table));
        if (!drift.isEmpty() && !(as instanceof Declaration.SingleRows)) {
            throw new OperationRefused("the shards of " + keyspace + " don't have " + table + " alike: shard "
                    + drift.getFirst().shard() + " " + drift.getFirst().difference()
                    + " (SHOW SCHEMA DRIFT FROM " + keyspace + " lists all)");
        }
        new DeclaredColumns(connections).check(services.topology(), keyspace, table, as);
        DeclarationChange change = new DeclarationChange.Declare(table, as);
        return declared(keyspace, table, change, as.queue().isPresent(), wanted.author());
    }

    private void requireDeclared(String keyspace, String table) throws OperationRefused {
        if (ShardPlaces.keyspace(services.topology(), keyspace).table(table) == null) {
            throw new OperationRefused(
                    1146, "42S02", "Table '" + keyspace + "." + table + "' isn't declared", Leaves.AS_BEFORE);
        }
    }

    /** @param becomesQueue whether it is one by the change; it may be one before */
    private Done declared(String keyspace, String table, DeclarationChange change, boolean becomesQueue, Author author)
            throws OperationRefused {
        if (!becomesQueue && !isQueue(TopologyChange.reading(services).stored(), keyspace, table)) {
            return declared(TopologyChange.withoutLock(services, author), keyspace, change);
        }
        try (TaskLock lock = queueLock(keyspace, table)) {
            return declared(new TopologyChange(services, lock, author), keyspace, change);
        } catch (StoreUnavailable e) {
            throw new OperationRefused("the table can't be locked: " + e.getMessage());
        }
    }

    private static Done declared(TopologyChange stored, String keyspace, DeclarationChange change)
            throws OperationRefused {
        return new Done(0, List.of(), List.of(), Declarations.apply(stored, keyspace, List.of(change)));
    }

    private static boolean isQueue(Topology topology, String keyspace, String name) {
        return topology.keyspaces().get(keyspace) instanceof Keyspace.Sharded sharded
                && Optional.ofNullable(sharded.table(name))
                        .flatMap(Table::queue)
                        .isPresent();
    }

    /** Jobs don't expire by the old rules any more once a change of them is acknowledged. */
    private TaskLock queueLock(String keyspace, String table) throws OperationRefused, StoreUnavailable {
        LockNames names = new LockNames("queue " + keyspace + "." + table, Set.of(Task.tableLock(keyspace, table)));
        Optional<TaskLock> lock = services.journal().lockWithin(names, TURN_WAIT);
        if (lock.isEmpty()) {
            throw new OperationRefused(
                    names.subject() + " is in use: " + services.journal().holderOf(names));
        }
        return lock.get();
    }

    /** Where shards differ from the first of their keyspace; of all sharded keyspaces when none is named. */
    public CompletionStage<List<DriftRow>> drift(Optional<String> keyspace) {
        return runner.ask(() -> {
            List<String> keyspaces = keyspace.map(List::of).orElseGet(() -> services.topology()
                    .shardedKeyspaces()
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

    /** Running operations end before their next shards, and another proxy goes on with them. */
    @Override
    public void close() {
        runner.close();
        workers.close();
    }
}
