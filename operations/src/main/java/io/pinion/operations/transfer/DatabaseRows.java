package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.RowSide;
import io.pinion.routing.catalog.Keyspace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The rows of one database, which an import carries to shards. */
record DatabaseRows(DatabaseImport task, TransferServers servers) implements TransferredRows {
    @Override
    public List<ImportedTable> tables() {
        Map<String, TableRole.ObjectRole> objects = new HashMap<>();
        for (TableRole table : task.objects()) {
            table.object().ifPresent(object -> objects.put(table.name(), object));
        }
        return task.copied().stream()
                .map(table -> new ImportedTable(table.name(), placement(table), ids(table, objects), table.arising()))
                .toList();
    }

    private static ImportedTable.TablePlacement placement(TableRole table) {
        return switch (table.rows()) {
            case HASHED, OBJECTS, MAPPINGS -> new ImportedTable.TablePlacement.Hashed(table.key());
            case SINGLE -> new ImportedTable.TablePlacement.Single(TableRole.ONE_SHARD.number());
            case REFERENCE -> new ImportedTable.TablePlacement.Reference();
            case SKIPPED -> throw new IllegalStateException(table + " isn't copied");
        };
    }

    private static ImportedTable.TableIds ids(TableRole table, Map<String, TableRole.ObjectRole> objects) {
        Map<String, ImportedTable.TableIds.Objects> references = new HashMap<>();
        table.ids().forEach((column, named) -> {
            TableRole.ObjectRole object = Objects.requireNonNull(objects.get(named), named);
            references.put(column, new ImportedTable.TableIds.Objects(named, object.type(), object.numbers()));
        });
        return new ImportedTable.TableIds(table.object().map(TableRole.ObjectRole::key), references);
    }

    @Override
    public RowSide source(Logins logins) throws OperationRefused {
        return RowSide.of(logins.of(task.home()), task.name());
    }

    @Override
    public Keyspace.Sharded target() {
        return task.entry();
    }

    @Override
    public String place() {
        return "the old database";
    }
}
