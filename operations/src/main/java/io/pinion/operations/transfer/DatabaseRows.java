package io.pinion.operations.transfer;

import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.transfer.rows.ImportServer;
import io.pinion.operations.transfer.rows.ImportSides;
import io.pinion.operations.transfer.rows.ImportedTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
    public ImportSides sides(Logins logins, CopyControl control, CopySpeed speed, Duration answer)
            throws OperationRefused {
        Map<String, ImportServer> pairs = new LinkedHashMap<>();
        for (String pair : task.shape().pairs()) {
            pairs.put(pair, logins.of(pair));
        }
        return new ImportSides(logins.of(task.home()), task.name(), task.entry(), pairs, control, speed, answer);
    }

    @Override
    public List<PairSide> sources() {
        return servers.sources();
    }

    @Override
    public List<PairSide> targets() {
        return servers.targets();
    }

    @Override
    public long rowsExpected() throws SQLException {
        Map<String, Long> rows = new HashMap<>();
        for (Map<String, String> table : Answers.rows(
                servers.sources().getFirst().primary().server().jdbc(),
                "SELECT table_name AS name, table_rows AS expected FROM information_schema.tables WHERE table_schema = "
                        + SqlText.quote(task.name()))) {
            rows.put(table.getOrDefault("name", ""), Long.parseLong(table.getOrDefault("expected", "0")));
        }
        return task.copied().stream()
                .mapToLong(table -> rows.getOrDefault(table.source(), 0L))
                .sum();
    }

    @Override
    public boolean onRequest() {
        return task.onRequest();
    }

    @Override
    public String source() {
        return "the old database";
    }
}
