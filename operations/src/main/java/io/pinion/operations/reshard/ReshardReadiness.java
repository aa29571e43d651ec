package io.pinion.operations.reshard;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.schema.DriftReport;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.transfer.ShardDatabases;
import io.pinion.operations.transfer.TransferProblems;
import io.pinion.operations.transfer.TransferServers;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether servers and tables are ready for a resharding. Changes nothing; blocks. */
record ReshardReadiness(
        OperationServices services,
        Topology topology,
        KeyspaceResharding task,
        TransferServers servers,
        ShardDatabases databases,
        OldTables tables) {
    /** All of them at once. */
    TransferProblems problems() throws OperationRefused, SQLException {
        TransferProblems problems = new TransferProblems();
        problems.look(servers::requireStandbys);
        problems.addAll(servers.problems());
        problems.look(databases::requireNone);
        problems.addAll(tables.problems());
        problems.look(this::requireAlike);
        return problems;
    }

    /** A table that a shard has in another form would lose what the form of the first one has no place for. */
    private void requireAlike() throws OperationRefused {
        ShardConnections connections = new ShardConnections(services.running(), services.access());
        Set<String> single = tables.single();
        List<DriftRow> drift = new DriftReport(connections, Runnable::run)
                .of(topology, task.name(), Optional.empty()).stream()
                        .filter(row -> !single.contains(row.table()))
                        .toList();
        if (!drift.isEmpty()) {
            DriftRow row = drift.getFirst();
            throw new OperationRefused("the shards of " + task.name() + " don't have their tables alike: shard "
                    + row.shard() + (row.table().isEmpty() ? "" : ", table " + row.table()) + ", " + row.difference()
                    + " (SHOW SCHEMA DRIFT FROM " + task.name() + " lists all)");
        }
    }
}
