package io.pinion.integration.testing;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.replication.ReplicationLogin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two pairs of MySQL 9.7 for a while: of two servers each where four are given, otherwise of one. */
final class MySqlPairs implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final GivenServers given;
    private final List<ManagedServer> servers = new ArrayList<>();

    private MySqlPairs(GivenServers given) {
        this.given = given;
    }

    static MySqlPairs join(GivenServers given) throws SQLException {
        MySqlPairs pairs = new MySqlPairs(given);
        boolean whole = given.addresses().size() >= 4;
        for (int index = 0; index < (whole ? 4 : 2); index++) {
            ManagedServer server = given.manage(index);
            pairs.servers.add(server);
            clean(server);
            server.createAccounts(List.of(ServerAccount.of(AccountRole.REPLICATION, "127.0.0.1", MySqlPair.PASSWORD)));
        }
        if (whole) {
            for (int pair = 0; pair < 2; pair++) {
                new Replication(pairs.servers.get(2 * pair), pairs.servers.get(2 * pair + 1))
                        .join(
                                new ReplicationLogin(AccountRole.REPLICATION.userName(), MySqlPair.PASSWORD, false),
                                TIMEOUT);
            }
        }
        return pairs;
    }

    List<ManagedServer> servers() {
        return servers;
    }

    private static void clean(ManagedServer server) throws SQLException {
        server.execute(List.of("STOP REPLICA", "RESET REPLICA ALL"));
        server.unfence();
        for (String database : MySqlPair.databases(server)) {
            server.executeUnreplicated(
                    List.of("ALTER DATABASE `" + database + "` READ ONLY=0", "DROP DATABASE `" + database + "`"));
        }
        server.execute(List.of("RESET BINARY LOGS AND GTIDS"));
    }

    /** Other tests use the servers before and after. */
    @Override
    public void close() throws SQLException {
        for (ManagedServer server : servers) {
            server.close();
        }
        for (int index = 0; index < servers.size(); index++) {
            try (ManagedServer server = given.manage(index)) {
                clean(server);
            }
        }
    }
}
