package io.pinion.integration.copy;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.ServerLogin;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Two real servers that know nothing of each other, open for writes, with Pinion's accounts. */
record TwoServers(ManagedServer first, ManagedServer second, String rootPassword, AutoCloseable end) {
    private static final String PASSWORD = "operator-secret";

    static TwoServers start(ServerProduct product, Path directory) throws Exception {
        return switch (product) {
            case MARIADB -> {
                LocalServers servers = LocalServers.open(directory);
                LocalServer first = start(servers, "A", 1);
                LocalServer second = start(servers, "B", 2);
                yield prepare(first.manage(), second.manage(), first.rootPassword(), servers);
            }
            case MYSQL97 -> {
                GivenServers given = GivenServers.mysql97();
                yield prepare(given.manage(0), given.manage(1), GivenServers.mysql97Password(), () -> {});
            }
        };
    }

    private static LocalServer start(LocalServers servers, String name, int number) throws Exception {
        return servers.start(new ServerSpec(name, number, number, 0, List.of("--max-allowed-packet=64M")));
    }

    private static TwoServers prepare(ManagedServer first, ManagedServer second, String rootPassword, AutoCloseable end)
            throws SQLException {
        for (ManagedServer root : List.of(first, second)) {
            root.unfence();
            root.createAccounts(List.of(
                    ServerAccount.of(AccountRole.OPERATOR, "127.0.0.1", PASSWORD),
                    ServerAccount.of(AccountRole.REPLICATION, "127.0.0.1", PASSWORD)));
        }
        return new TwoServers(first, second, rootPassword, end);
    }

    /** Ends connections, and the servers where they were started. */
    void close() throws Exception {
        first.close();
        second.close();
        end.close();
    }

    boolean isMySql() {
        return first.dialect().name().equals("MySQL");
    }

    /** As the operator. */
    ServerLogin login(ManagedServer server) {
        return loginAt(server, server.port());
    }

    /** @param port one that leads to the server */
    ServerLogin loginAt(ManagedServer server, int port) {
        return new ServerLogin(
                new ServerAccess(new Secrets(Map.of("PASSWORD", PASSWORD)::get), Map::of),
                new Server(server.name(), server.host(), port),
                new Account(Account.OPERATOR, AccountRole.OPERATOR.userName(), "env:PASSWORD"));
    }

    /** A connection of a client's; the caller closes it. */
    Connection connect(ManagedServer server) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + server.port()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000",
                "root",
                rootPassword);
    }

    /** The second begins to apply the first's log at a place of it. */
    void replicateFrom(String file, long offset) throws SQLException {
        second.execute(
                isMySql()
                        ? List.of(
                                "CHANGE REPLICATION SOURCE TO source_host='127.0.0.1', source_port=" + first.port()
                                        + ", source_user='pinion_repl', source_password='" + PASSWORD
                                        + "', source_ssl=0, get_source_public_key=1, source_auto_position=0,"
                                        + " source_log_file='" + file + "', source_log_pos=" + offset,
                                "START REPLICA")
                        : List.of(
                                "CHANGE MASTER TO master_host='127.0.0.1', master_port=" + first.port()
                                        + ", master_user='pinion_repl', master_password='" + PASSWORD
                                        + "', master_ssl=0, master_use_gtid=no, master_log_file='" + file
                                        + "', master_log_pos=" + offset,
                                "START SLAVE"));
    }
}
