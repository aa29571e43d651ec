package io.pinion.integration.transfer;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.transfer.rows.ImportServer;
import io.pinion.operations.transfer.rows.ImportSides;
import io.pinion.operations.transfer.rows.RowSide;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunctions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Three servers that know nothing of each other: the home of the shop, and two with three of its shards each. */
record ImportStage(List<ManagedServer> servers, String rootPassword, AutoCloseable end) {
    static final int SHARDS = 6;

    private static final String PASSWORD = "operator-secret";
    private static final DatabasePattern DATABASES = DatabasePattern.parse("shop_%04d");

    static ImportStage start(ServerProduct product, Path directory) throws Exception {
        return switch (product) {
            case MARIADB -> {
                LocalServers local = LocalServers.open(directory);
                List<ManagedServer> started = new ArrayList<>();
                String password = "";
                for (int number = 1; number <= 3; number++) {
                    var server = local.start(new ServerSpec("I" + number, number, number, 0, List.of()));
                    started.add(server.manage());
                    password = server.rootPassword();
                }
                yield prepare(started, password, local);
            }
            case MYSQL97 -> {
                GivenServers given = GivenServers.mysql97();
                yield prepare(
                        List.of(given.manage(0), given.manage(1), given.manage(2)),
                        GivenServers.mysql97Password(),
                        () -> {});
            }
        };
    }

    private static ImportStage prepare(List<ManagedServer> servers, String password, AutoCloseable end)
            throws SQLException {
        for (ManagedServer server : servers) {
            server.unfence();
            server.createAccounts(List.of(
                    ServerAccount.of(AccountRole.OPERATOR, "127.0.0.1", PASSWORD),
                    ServerAccount.of(AccountRole.DATA, "127.0.0.1", PASSWORD)));
        }
        return new ImportStage(servers, password, end);
    }

    /** Servers may be given, and have others' databases. */
    void clear() throws SQLException {
        for (int shard = -1; shard < SHARDS; shard++) {
            try (Connection connection = shard < 0 ? home() : shard(shard);
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP DATABASE " + (shard < 0 ? Shop.DATABASE : database(shard)));
            }
        }
    }

    void close() throws Exception {
        clear();
        for (ManagedServer server : servers) {
            server.close();
        }
        end.close();
    }

    ImportSides sides(CopyControl control) throws OperationRefused {
        return new ImportSides(
                RowSide.of(server(0), Shop.DATABASE),
                RowSide.of(keyspace(), Map.of("p1", server(1), "p2", server(2))),
                keyspace(),
                control,
                CopySpeed.UNLIMITED,
                Duration.ofSeconds(20));
    }

    private static Keyspace.Mod keyspace() {
        return new Keyspace.Mod(
                "shop",
                DATABASES,
                new RangeTable(List.of(ShardRange.of(0, 2, "p1"), ShardRange.of(3, 5, "p2"))),
                Map.of(),
                SHARDS,
                ShardFunctions.byName("crc32").orElseThrow(),
                KeyEncoding.UTF8);
    }

    private ImportServer server(int index) {
        ManagedServer server = servers.get(index);
        return new ImportServer(login(server, AccountRole.DATA), login(server, AccountRole.OPERATOR));
    }

    private static ServerLogin login(ManagedServer server, AccountRole role) {
        return new ServerLogin(
                new ServerAccess(new Secrets(Map.of("PASSWORD", PASSWORD)::get), Map::of),
                new Server(server.name(), server.host(), server.port()),
                new Account(role.accountName(), role.userName(), "env:PASSWORD"));
    }

    static String database(int shard) {
        return DATABASES.databaseOf(new io.pinion.routing.catalog.ShardId(shard));
    }

    /** A connection of a client's to the home; the caller closes it. */
    Connection home() throws SQLException {
        return connect(servers.getFirst(), Shop.DATABASE);
    }

    /** A connection to a shard; the caller closes it. */
    Connection shard(int shard) throws SQLException {
        return connect(servers.get(shard < SHARDS / 2 ? 1 : 2), database(shard));
    }

    private Connection connect(ManagedServer server, String database) throws SQLException {
        Connection connection = DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + server.port() + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true"
                        + "&socketTimeout=60000&rewriteBatchedStatements=true&allowMultiQueries=true",
                "root",
                rootPassword);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode='NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES', time_zone='+00:00'");
            // The first connection makes it.
            statement.execute("CREATE DATABASE IF NOT EXISTS " + database);
            statement.execute("USE " + database);
        }
        return connection;
    }
}
