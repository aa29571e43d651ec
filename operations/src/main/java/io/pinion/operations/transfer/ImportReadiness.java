package io.pinion.operations.transfer;

import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.move.PairSide;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the topology can get the keyspace, and the servers can carry the rows. Changes nothing; blocks. */
record ImportReadiness(Topology topology, DatabaseImport task, ImportServers servers, ShardDatabases databases) {
    void run() throws OperationRefused, SQLException {
        new ImportedDatabase(topology, task.shape(), Optional.of(task.home())).pair();
        Optional<String> objection = TopologyReader.objection(task.publishedIn(topology));
        if (objection.isPresent()) {
            throw new OperationRefused(objection.get());
        }
        servers.requireStandbys();
        List<String> problems = new ArrayList<>(servers.home().problems());
        for (PairSide side : servers.shards()) {
            if (!side.pair().name().equals(task.home())) {
                problems.addAll(side.problems());
            }
            if (!side.primary()
                    .server()
                    .dialect()
                    .equals(servers.home().primary().server().dialect())) {
                problems.add(side.primary() + " is of another product than "
                        + servers.home().primary() + ": take pairs of the same");
            }
        }
        if (!problems.isEmpty()) {
            throw new OperationRefused(String.join("; ", problems));
        }
        databases.requireNone();
    }
}
