package io.pinion.operations.reshard;

import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.transfer.TransferServers;
import io.pinion.operations.transfer.TransferredRows;
import io.pinion.operations.transfer.rows.ImportServer;
import io.pinion.operations.transfer.rows.ImportSides;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.ImportedTable.TablePlacement;
import io.pinion.operations.transfer.rows.RowSource;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    public ImportSides sides(Logins logins, CopyControl control, CopySpeed speed, Duration answer)
            throws OperationRefused {
        RowSource source = new RowSource.SeveralShards(
                keyspace, logins(logins, task.old().databasesOfPairs().keySet()));
        Keyspace.Mod next =
                keyspace.withResharding(Optional.of(task.announced())).resharded();
        return new ImportSides(source, next, logins(logins, task.shape().pairs()), control, speed, answer);
    }

    private static Map<String, ImportServer> logins(Logins logins, Collection<String> pairs) throws OperationRefused {
        Map<String, ImportServer> servers = new LinkedHashMap<>();
        for (String pair : pairs) {
            servers.put(pair, logins.of(pair));
        }
        return servers;
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
        long rows = 0;
        for (PairSide side : servers.sources()) {
            rows += Long.parseLong(Answers.single(
                    side.primary().server().jdbc(),
                    "SELECT COALESCE(SUM(table_rows), 0) FROM information_schema.tables WHERE table_schema IN ("
                            + SqlText.quotedList(side.primary().databases()) + ")"));
        }
        return rows;
    }

    @Override
    public boolean onRequest() {
        return task.onRequest();
    }

    @Override
    public String source() {
        return "the old shards";
    }
}
