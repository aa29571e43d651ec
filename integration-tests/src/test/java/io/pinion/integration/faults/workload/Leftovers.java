package io.pinion.integration.faults.workload;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What operations have left behind that are over: databases, fences and channels on servers, and shards that are held. */
final class Leftovers {
    private final FaultCluster cluster;
    private final List<String> found = new ArrayList<>();

    Leftovers(FaultCluster cluster) {
        this.cluster = cluster;
    }

    /** In words; empty when there is nothing but what the topology says. */
    List<String> found() throws Exception {
        found.clear();
        heldShards();
        for (FaultPair pair : cluster.pairs()) {
            List<String> wanted = cluster.shardsOn(pair).stream()
                    .map(FaultPair::databaseOf)
                    .sorted()
                    .toList();
            for (FaultServer server : pair.servers()) {
                try (ManagedServer root = server.manage();
                        Connection connection = root.connection()) {
                    databases(server, connection, wanted);
                    switch (root.dialect()) {
                        case MariaDb mariaDb -> fences(server, connection);
                        case MySql mySql -> readOnlyDatabases(server, connection);
                    }
                    root.dialect()
                            .channels()
                            .names(connection)
                            .forEach(name -> found.add(server + " follows on channel " + name));
                }
            }
        }
        return List.copyOf(found);
    }

    private void heldShards() throws Exception {
        for (Keyspace keyspace : cluster.topology().keyspaces().values()) {
            if (keyspace instanceof Keyspace.Sharded sharded) {
                sharded.ranges().ranges().stream()
                        .filter(ShardRange::held)
                        .forEach(range -> found.add("statements are held for " + range));
            }
        }
    }

    private void databases(FaultServer server, Connection connection, List<String> wanted) throws SQLException {
        List<String> there = column(
                connection,
                "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE 'db0%' ORDER BY 1");
        if (!there.equals(wanted)) {
            found.add(server + " has " + there + ", and " + wanted + " are on its pair");
        }
    }

    private void fences(FaultServer server, Connection connection) throws SQLException {
        column(
                        connection,
                        "SELECT CONCAT(trigger_schema, '.', trigger_name) FROM information_schema.triggers"
                                + " WHERE trigger_schema LIKE 'db0%'")
                .forEach(trigger -> found.add(server + " has a trigger " + trigger));
        boolean fenced = !column(
                        connection, "SELECT 1 FROM information_schema.tables WHERE table_schema = 'pinion_fence'")
                .isEmpty();
        if (fenced) {
            column(connection, "SELECT id FROM pinion_fence.fence")
                    .forEach(id -> found.add(server + " has the fence of operation " + id));
        }
    }

    private void readOnlyDatabases(FaultServer server, Connection connection) throws SQLException {
        column(
                        connection,
                        "SELECT schema_name FROM information_schema.schemata_extensions"
                                + " WHERE schema_name LIKE 'db0%' AND options LIKE '%READ ONLY=1%'")
                .forEach(database -> found.add(server + " takes no writes to " + database));
    }

    private static List<String> column(Connection connection, String sql) throws SQLException {
        return Jdbc.rows(connection, sql).stream().map(List::getFirst).toList();
    }
}
