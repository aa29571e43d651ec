package io.pinion.operations.reshard;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.schema.DriftReport;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.transfer.ShardDatabases;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether servers and tables are ready for a resharding. Changes nothing; blocks. */
record ReshardReadiness(
        OperationServices services,
        Topology topology,
        KeyspaceResharding task,
        ReshardServers servers,
        ShardDatabases databases,
        OldTables tables) {
    /** All of them at once. */
    List<String> problems() throws OperationRefused, SQLException {
        List<String> problems = new ArrayList<>();
        look(servers::requireStandbys, problems);
        Set<String> seen = new HashSet<>();
        PairSide first = servers.old().getFirst();
        for (PairSide side : servers.all()) {
            if (!seen.add(side.pair().name())) {
                continue;
            }
            problems.addAll(side.problems());
            if (!side.primary()
                    .server()
                    .dialect()
                    .equals(first.primary().server().dialect())) {
                problems.add(
                        side.primary() + " is of another product than " + first.primary() + ": take pairs of the same");
            }
        }
        look(databases::requireNone, problems);
        problems.addAll(tables.problems());
        look(this::requireAlike, problems);
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

    private interface Look {
        void at() throws OperationRefused, SQLException;
    }

    /** A server that is away may be back soon, and is no problem of the resharding's. */
    private static void look(Look look, List<String> problems) throws OperationRefused, SQLException {
        try {
            look.at();
        } catch (ServerAway away) {
            throw away;
        } catch (OperationRefused e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }
}
