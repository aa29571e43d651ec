package io.pinion.operations.transfer;

import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.OperationRefused;
import java.sql.SQLException;
import java.util.Optional;

/** Whether the topology can get the keyspace, and the servers its databases. Changes nothing; blocks. */
record ImportReadiness(Topology topology, DatabaseImport task, TransferServers servers, ShardDatabases databases) {
    /** All of them at once. */
    TransferProblems problems() throws OperationRefused, SQLException {
        TransferProblems problems = new TransferProblems();
        problems.look(() -> new ImportedDatabase(topology, task.shape(), Optional.of(task.home())).pair());
        problems.addAll(
                TopologyReader.objection(task.publishedIn(topology)).stream().toList());
        problems.look(servers::requireStandbys);
        problems.addAll(servers.problems());
        problems.look(databases::requireNone);
        return problems;
    }
}
