package io.pinion.operations.reshard;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task;
import io.pinion.operations.schema.DriftReport;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.transfer.TransferAttempt;
import io.pinion.operations.transfer.TransferredRows;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.ImportedTable.TablePlacement;
import io.pinion.operations.transfer.rows.RowSide;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One attempt to reshard a keyspace, or to finish that, from wherever another one has ended. Blocks. */
final class ReshardAttempt extends TransferAttempt<KeyspaceResharding> {
    ReshardAttempt(OperationServices services, KeyspaceResharding task, RunningOperation operation) {
        super(services, task, operation);
    }

    @Override
    protected TransferredRows carried() throws OperationRefused {
        Keyspace.Mod keyspace = keyspace();
        List<ImportedTable> tables = keyspace.tables().values().stream()
                .sorted(Comparator.comparing(Table::name))
                .map(table -> new ImportedTable(table.name(), placement(table)))
                .toList();
        return carried(
                tables,
                RowSide.before(keyspace, primaries(task.sources().keySet())),
                keyspace.withResharding(Optional.of(task.announced())).resharded(),
                "the old shards");
    }

    private static TablePlacement placement(Table table) {
        return switch (table) {
            case Table.HashedTable hashed -> new TablePlacement.Hashed(hashed.keyColumn());
            case Table.MappingTable mapping -> new TablePlacement.Hashed(mapping.fromColumn());
            case Table.ReferenceTable reference -> new TablePlacement.Reference();
            case Table.SingleTable single ->
                new TablePlacement.Single(single.shard().number());
            case Table.ObjectTable object ->
                throw new IllegalStateException("a mod keyspace has no objects, such as " + object.name());
        };
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
    protected void look(List<String> found) throws OperationRefused, SQLException {
        found.addAll(tables().problems());
        noteRefusal(found, this::requireAlike);
        if (found.isEmpty()) {
            found.addAll(rows().problems());
        }
    }

    /** A table that a shard has in another form would lose what the form of the first one has no place for. */
    private void requireAlike() throws OperationRefused {
        Keyspace.Mod keyspace = keyspace();
        ShardConnections connections = new ShardConnections(services.running(), services.access());
        Optional<DriftRow> drift = new DriftReport(connections, Runnable::run)
                .of(topology, task.name(), Optional.empty()).stream()
                        .filter(row -> !(keyspace.table(row.table()) instanceof Table.SingleTable))
                        .findFirst();
        if (drift.isPresent()) {
            DriftRow row = drift.get();
            throw new OperationRefused("the shards of " + task.name() + " don't have their tables alike: shard "
                    + row.shard() + (row.table().isEmpty() ? "" : ", table " + row.table()) + ", " + row.difference()
                    + " (SHOW SCHEMA DRIFT FROM " + task.name() + " lists all)");
        }
    }

    /** Later changes of its tables wait, or are refused: they look for it in the journal, which has it before this looks. */
    private void requireNoChange() throws OperationRefused {
        Optional<Operation> change = services.firstOperation(
                operation -> operation.progress().state().isUnfinished()
                        && operation.task() instanceof Task.TableChange
                        && operation.task().keyspace().equals(task.name()));
        if (change.isPresent()) {
            throw OperationRunner.unfinished(change.get());
        }
    }

    @Override
    protected void make() throws OperationRefused, SQLException {
        requireNoChange();
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
        finish();
        ended("the old shards are dropped");
    }

    @Override
    protected ReshardPlan plan() throws OperationRefused {
        return new ReshardPlan(task, task.in(topology).filter(task::isOnOld), servers(), operation.number());
    }
}
