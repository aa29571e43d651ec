package io.pinion.integration.connections;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.demo.GivenServers;
import io.pinion.integration.testing.MySqlPair;
import io.pinion.integration.testing.PairCluster;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code SHOW PAIRS} tells of a MySQL 9.7 that lacks connections. */
class ServerRoomMySqlIT {
    @Test
    void aServerWhoseConnectionsAreAllInUseIsNotDown(@TempDir Path directory) throws Exception {
        GivenServers given = GivenServers.mysql97();
        assumeTrue(given.addresses().size() > 1, GivenServers.howToGiveMySql97(2));
        MySqlPair pair = MySqlPair.join(given);
        ManagedServer primary = pair.manage(0);
        PairCluster cluster = new PairCluster(directory, primary, pair.manage(1), pair);
        try (Connection operator = cluster.connect(0)) {
            new TakenConnections(
                            operator,
                            () -> DriverManager.getConnection(
                                    "jdbc:mysql://127.0.0.1:" + primary.port()
                                            + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                                    "root",
                                    GivenServers.mysql97Password()))
                    .run();
        } finally {
            cluster.stop();
        }
    }
}
