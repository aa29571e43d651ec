package io.pinion.operations.opening;

import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.rows.ImportData;
import io.pinion.operations.transfer.rows.ImportServer;
import io.pinion.operations.transfer.rows.ImportSides;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.RejectedRows;
import io.pinion.operations.transfer.rows.RowSide;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Between which servers the rows of reference tables come to new shards. They are written as account data: a server that
 * isn't the primary any more refuses them.
 *
 * @param keyspace of which a shard is open
 * @param from the primary of the lowest shard, which every change of these tables visits first
 * @param to the primary of the new shards
 */
record ReferenceRoute(Task.Opening task, Keyspace.Sharded keyspace, ImportServer from, ImportServer to) {
    /** @param work that the servers' connections are marked as */
    static ReferenceRoute of(
            OperationServices services,
            Topology now,
            Keyspace.Sharded keyspace,
            Task.Opening task,
            Optional<WorkMark> work)
            throws OperationRefused {
        return new ReferenceRoute(
                task,
                keyspace,
                ImportServer.of(services, now, pairOfLowest(keyspace), work),
                ImportServer.of(services, now, task.pair(), work));
    }

    static String pairOfLowest(Keyspace.Sharded keyspace) {
        return String.valueOf(keyspace.ranges().pairOf(lowest(keyspace).number()));
    }

    private static ShardId lowest(Keyspace.Sharded keyspace) {
        return Objects.requireNonNull(keyspace.ranges().firstShard(), "no shard is open");
    }

    /** The sorted names of the tables with the same rows on every shard. */
    static List<String> tablesOf(Keyspace.Sharded keyspace) {
        return keyspace.tables().values().stream()
                .filter(Table.ReferenceTable.class::isInstance)
                .map(Table::name)
                .sorted()
                .toList();
    }

    /** Whether the same tables come from the same server to the same one. */
    boolean isAs(ReferenceRoute other) {
        return from.equals(other.from)
                && to.equals(other.to)
                && tablesOf(keyspace).equals(tablesOf(other.keyspace));
    }

    private String lowestDatabase() {
        return keyspace.databases().databaseOf(lowest(keyspace));
    }

    List<TableName> sources() {
        return tablesIn(lowestDatabase());
    }

    List<TableName> targets() {
        return keyspace.databases().databasesOf(task.first(), task.last()).stream()
                .flatMap(database -> tablesIn(database).stream())
                .toList();
    }

    private List<TableName> tablesIn(String database) {
        return tablesOf(keyspace).stream()
                .map(table -> new TableName(database, table))
                .toList();
    }

    /**
     * Looks at the servers and the tables. Blocks.
     *
     * @param answer how long a server may take for one
     * @throws OperationRefused rows of the tables can't be carried exactly, or the binary log doesn't have each change
     */
    ImportData data(CopyControl control, CopySpeed speed, Duration answer) throws SQLException, OperationRefused {
        ImportSides sides = new ImportSides(
                RowSide.of(from, lowestDatabase()),
                RowSide.of(keyspace.databases(), task.first(), task.last(), to),
                keyspace,
                control,
                speed,
                answer);
        List<ImportedTable> tables = tablesOf(keyspace).stream()
                .map(name -> new ImportedTable(name, new ImportedTable.TablePlacement.Reference()))
                .toList();
        ImportData data = ImportData.open(sides, tables, RejectedRows.none());
        if (!data.problems().isEmpty()) {
            throw OperationRefused.of(data.problems());
        }
        return data;
    }
}
