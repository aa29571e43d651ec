package io.pinion.integration.move;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.demo.GivenServers;
import io.pinion.integration.testing.MySqlPair;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.replication.ReplicationLogin;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** On MySQL 9.7: pairs of two where four servers are given, otherwise of one. */
class MoveMySqlIT extends MoveScenarios {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String PASSWORD = "replication-secret";

    private final List<ManagedServer> servers = new ArrayList<>();

    @Override
    List<List<ManagedServer>> startPairs(Path directory) throws Exception {
        GivenServers given = GivenServers.mysql97();
        assumeTrue(given.addresses().size() > 1, GivenServers.howToGiveMySql97(2));
        int each = given.addresses().size() >= 4 ? 2 : 1;
        for (int index = 0; index < 2 * each; index++) {
            ManagedServer server = given.manage(index);
            servers.add(server);
            clean(server);
            server.createAccounts(List.of(ServerAccount.of(AccountRole.REPLICATION, "127.0.0.1", PASSWORD)));
        }
        if (each == 1) {
            return List.of(List.of(servers.get(0)), List.of(servers.get(1)));
        }
        for (int pair = 0; pair < 2; pair++) {
            new Replication(servers.get(2 * pair), servers.get(2 * pair + 1))
                    .join(new ReplicationLogin(AccountRole.REPLICATION.userName(), PASSWORD, false), PATIENCE);
        }
        return List.of(servers.subList(0, 2), servers.subList(2, 4));
    }

    /** Other tests use the servers before and after. */
    private static void clean(ManagedServer server) throws SQLException {
        server.execute(List.of("STOP REPLICA", "RESET REPLICA ALL"));
        server.unfence();
        for (String database : MySqlPair.databases(server)) {
            server.executeHereOnly(
                    List.of("ALTER DATABASE `" + database + "` READ ONLY=0", "DROP DATABASE `" + database + "`"));
        }
        server.execute(List.of("RESET BINARY LOGS AND GTIDS"));
    }

    @Override
    void stopPairs() throws SQLException {
        for (ManagedServer server : servers) {
            server.close();
        }
        for (int index = 0; index < servers.size(); index++) {
            try (ManagedServer server = GivenServers.mysql97().manage(index)) {
                clean(server);
            }
        }
        servers.clear();
    }
}
