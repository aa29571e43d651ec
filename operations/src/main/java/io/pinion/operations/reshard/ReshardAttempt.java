package io.pinion.operations.reshard;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.transfer.TransferAttempt;
import io.pinion.operations.transfer.TransferProblems;
import io.pinion.operations.transfer.TransferredRows;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** One attempt to reshard a keyspace, or to finish that, from wherever another one has ended. Blocks. */
final class ReshardAttempt extends TransferAttempt {
    private final KeyspaceResharding task;
    private final PublishedResharding published;

    ReshardAttempt(OperationServices services, KeyspaceResharding task, RunningOperation operation) {
        super(services, task.shape(), operation);
        this.task = task;
        this.published = new PublishedResharding(TopologyChange.of(services, operation), task);
    }

    @Override
    protected PublishedResharding published() {
        return published;
    }

    @Override
    protected Map<String, List<String>> sources() {
        return task.old().databasesOfPairs();
    }

    @Override
    protected TransferredRows carried() throws OperationRefused {
        return new ShardRows(task, keyspace(), servers());
    }

    @Override
    protected String fenced() {
        return "these shards";
    }

    @Override
    protected String handedOver() {
        return "keyspace " + task.name() + " has its new shards";
    }

    /** On its old shards; no step needs it behind the hand-over. */
    private Keyspace.Mod keyspace() throws OperationRefused {
        return task.in(topology)
                .filter(task::isOnOld)
                .orElseThrow(() -> new OperationRefused("keyspace " + task.name()
                        + " has other shards than when its resharding began: look at it (SHOW KEYSPACES)"));
    }

    private OldTables tables() throws OperationRefused, SQLException {
        return OldTables.read(task, keyspace(), servers().sources());
    }

    private ShardCounters counters() throws OperationRefused {
        return new ShardCounters(task, keyspace(), servers());
    }

    @Override
    protected TransferProblems problems() throws OperationRefused, SQLException {
        TransferProblems problems =
                new ReshardReadiness(services, topology, task, servers(), databases(), tables()).problems();
        if (problems.isEmpty()) {
            problems.addAll(rows().problems());
        }
        return problems;
    }

    @Override
    protected void make() throws OperationRefused, SQLException {
        new UnfinishedChanges(services.journal(), task.name()).requireNone();
        counters().makeOld();
        OldTables tables = tables();
        facts.defined(tables.digest());
        databases().make(tables.definitions());
    }

    @Override
    protected void requireSameDefinitions() throws OperationRefused, SQLException {
        requireSameDefinitions(tables());
    }

    private void requireSameDefinitions(OldTables tables) throws OperationRefused {
        if (task.in(services.topology()).filter(keyspace()::hasSameTables).isEmpty()) {
            throw new OperationRefused("what the topology says of the tables of " + task.name()
                    + ", or the encoding of its keys, has changed since its rows were carried: take that back, or CANCEL"
                    + " OPERATION " + operation.number() + ", and begin anew");
        }
        if (facts.definitions().filter(tables.digest()::equals).isEmpty()) {
            throw new OperationRefused("tables of " + task.name()
                    + " have been changed since the resharding began: CANCEL OPERATION " + operation.number()
                    + ", and begin anew");
        }
    }

    @Override
    protected void prepareHandOver() throws OperationRefused, SQLException {
        OldTables tables = tables();
        requireSameDefinitions(tables);
        counters().prepare(tables);
    }

    @Override
    protected void carryCounters() throws OperationRefused, SQLException {
        counters().toNew();
    }

    void dropOld() throws OperationRefused, SQLException {
        operation.tell("dropping the databases of the old shards");
        dropDatabases(servers().sources());
        published.finish();
        ended("the old shards are dropped");
    }

    @Override
    protected ReshardPlan plan() throws OperationRefused {
        return new ReshardPlan(task, task.in(topology).filter(task::isOnOld), servers(), operation.number());
    }
}
