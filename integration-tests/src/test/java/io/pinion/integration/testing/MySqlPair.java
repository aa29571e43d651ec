package io.pinion.integration.testing;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.routing.catalog.SystemDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two MySQL 9.7 that follow each other for a while, and that other tests use before and after. */
public final class MySqlPair implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /** With which they log in on each other. */
    public static final String PASSWORD = "replication-secret";

    private final GivenServers given;

    private MySqlPair(GivenServers given) {
        this.given = given;
    }

    public static MySqlPair join(GivenServers given) throws SQLException {
        MySqlPair pair = new MySqlPair(given);
        try (ManagedServer first = pair.manage(0);
                ManagedServer second = pair.manage(1)) {
            for (ManagedServer server : List.of(first, second)) {
                server.unfence();
                server.executeUnreplicated(left(server));
                // What other tests have left there would be replicated.
                server.execute(List.of("RESET BINARY LOGS AND GTIDS"));
                server.createAccounts(List.of(ServerAccount.of(AccountRole.REPLICATION, "127.0.0.1", PASSWORD)));
            }
            new Replication(first, second)
                    .join(new ReplicationLogin(AccountRole.REPLICATION.userName(), PASSWORD, false), TIMEOUT);
        }
        return pair;
    }

    /** All that a server has but its own. */
    public static List<String> databases(ManagedServer server) throws SQLException {
        try (Connection root = server.connection()) {
            return Jdbc.column(root, "SHOW DATABASES").stream()
                    .filter(database -> !SystemDatabases.ALL.contains(database))
                    .toList();
        }
    }

    private static List<String> left(ManagedServer server) throws SQLException {
        List<String> left = new ArrayList<>();
        databases(server).forEach(database -> left.add("DROP DATABASE `" + database + "`"));
        try (Connection root = server.connection()) {
            Jdbc.column(
                            root,
                            "SELECT CONCAT(user, '@', QUOTE(host)) FROM mysql.user WHERE user REGEXP '_[0-9a-f]{12}$'")
                    .forEach(account -> left.add("DROP USER " + account));
            return left;
        }
    }

    /** One of the two, as root; the caller closes it. */
    public ManagedServer manage(int index) throws SQLException {
        return given.manage(index);
    }

    @Override
    public void close() throws SQLException {
        for (int index = 0; index < given.addresses().size(); index++) {
            try (ManagedServer server = manage(index)) {
                server.execute(server.dialect().forgetSource());
                server.unfence();
                server.executeUnreplicated(left(server));
            }
        }
    }
}
