package io.pinion.operations.reshard;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.TransferServers;
import io.pinion.operations.transfer.TransferredRows;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.ImportedTable.TablePlacement;
import io.pinion.operations.transfer.rows.RowSide;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The rows of all old shards, which a resharding carries to the new ones.
 *
 * @param keyspace on its old shards
 */
record ShardRows(KeyspaceResharding task, Keyspace.Mod keyspace, TransferServers servers) implements TransferredRows {
    @Override
    public List<ImportedTable> tables() {
        return keyspace.tables().values().stream()
                .sorted(Comparator.comparing(Table::name))
                .map(table -> new ImportedTable(table.name(), placement(table)))
                .toList();
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
    public RowSide source(Logins logins) throws OperationRefused {
        return RowSide.before(keyspace, logins.of(task.sources().keySet()));
    }

    @Override
    public Keyspace.Sharded target() {
        return keyspace.withResharding(Optional.of(task.announced())).resharded();
    }

    @Override
    public String place() {
        return "the old shards";
    }
}
