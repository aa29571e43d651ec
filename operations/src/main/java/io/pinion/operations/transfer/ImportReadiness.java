package io.pinion.operations.transfer;

import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.move.PairSide;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the topology can get the keyspace, and the servers its databases. Changes nothing; blocks. */
record ImportReadiness(Topology topology, DatabaseImport task, ImportServers servers, ShardDatabases databases) {
    /** All of them at once. */
    List<String> problems() throws OperationRefused, SQLException {
        List<String> problems = new ArrayList<>();
        look(() -> new ImportedDatabase(topology, task.shape(), Optional.of(task.home())).pair(), problems);
        TopologyReader.objection(task.publishedIn(topology)).ifPresent(problems::add);
        look(servers::requireStandbys, problems);
        problems.addAll(servers.home().problems());
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
        look(databases::requireNone, problems);
        return problems;
    }

    private interface Look {
        void at() throws OperationRefused, SQLException;
    }

    /** A server that is away may be back soon, and is no problem of the import's. */
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
