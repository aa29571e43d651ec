package io.pinion.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.demo.GivenServers;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ReplicationLogin;
import io.pinion.operations.server.ServerAccount;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** On two MySQL 9.7 that other tests use too. */
class PromotionMySqlIT extends PromotionScenarios {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String PASSWORD = "replication-secret";

    private final GivenServers given = GivenServers.mysql97();

    @Override
    List<ManagedServer> startPair(Path directory) throws Exception {
        assumeTrue(given.addresses().size() > 1, GivenServers.howToGiveMySql97(2));
        List<ManagedServer> servers = List.of(given.manage(0), given.manage(1));
        for (ManagedServer server : servers) {
            server.unfence();
            server.executeHereOnly(List.of("DROP DATABASE IF EXISTS shop"));
            // What other tests have left there would be replicated.
            server.execute(List.of("RESET BINARY LOGS AND GTIDS"));
            server.createAccounts(List.of(ServerAccount.of(AccountRole.REPLICATION, "127.0.0.1", PASSWORD)));
        }
        new Replication(servers.get(0), servers.get(1))
                .join(new ReplicationLogin(AccountRole.REPLICATION.userName(), PASSWORD, false), PATIENCE);
        return servers;
    }

    @Override
    void stopPair() throws SQLException {
        for (int index = 0; index < given.addresses().size(); index++) {
            try (ManagedServer server = given.manage(index)) {
                server.execute(server.dialect().forgetSource());
                server.unfence();
                server.executeHereOnly(List.of("DROP DATABASE IF EXISTS shop"));
            }
        }
    }
}
