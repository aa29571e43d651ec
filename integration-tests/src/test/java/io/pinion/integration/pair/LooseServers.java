package io.pinion.integration.pair;

import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import io.pinion.routing.catalog.SystemDatabases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Three servers without data that follow nobody, as root: the first two may become a pair, and the third another one by itself.
 *
 * @param end stops them, or leaves them as they were given
 */
public record LooseServers(List<ManagedServer> all, AutoCloseable end) {
    public static final String ROOT_PASSWORD = "pinion";

    public static LooseServers start(ServerProduct product, Path directory) throws Exception {
        return switch (product) {
            case MARIADB -> mariaDb(directory);
            case MYSQL97 -> mySql();
        };
    }

    private static LooseServers mariaDb(Path directory) throws Exception {
        LocalServers servers = LocalServers.open(directory.resolve("servers"));
        List<ManagedServer> all = new ArrayList<>();
        all.add(servers.start(new ServerSpec("L1", 61, 6, 0, List.of())).manage());
        all.add(servers.start(new ServerSpec("L2", 62, 6, 0, List.of())).manage());
        all.add(servers.start(new ServerSpec("L3", 73, 7, 0, List.of())).manage());
        return new LooseServers(all, servers);
    }

    private static LooseServers mySql() throws SQLException {
        GivenServers given = GivenServers.mysql97();
        List<ManagedServer> all = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            ManagedServer server = given.manage(index);
            empty(server);
            all.add(server);
        }
        return new LooseServers(all, () -> {
            for (ManagedServer server : all) {
                empty(server);
            }
        });
    }

    /** As it was given: nothing of any test is left there. */
    private static void empty(ManagedServer server) throws SQLException {
        server.execute(server.dialect().forgetSource());
        server.unfence();
        List<String> left = new ArrayList<>();
        try (Connection root = server.connection()) {
            Jdbc.column(
                            root,
                            "SELECT schema_name FROM information_schema.schemata_extensions WHERE options LIKE '%READ ONLY=1%'")
                    .forEach(database -> left.add("ALTER DATABASE `" + database + "` READ ONLY = 0"));
            Jdbc.column(root, "SHOW DATABASES").stream()
                    .filter(database -> !SystemDatabases.ALL.contains(database))
                    .forEach(database -> left.add("DROP DATABASE `" + database + "`"));
            Jdbc.column(root, "SELECT CONCAT(QUOTE(user), '@', QUOTE(host)) FROM mysql.user WHERE user LIKE 'pinion%'")
                    .forEach(account -> left.add("DROP USER " + account));
        }
        server.executeUnreplicated(left);
        server.execute(List.of("RESET BINARY LOGS AND GTIDS"));
    }

    /** The version that they tell. */
    public String version() throws SQLException {
        try (Connection root = first().connection()) {
            return String.valueOf(Jdbc.value(root, "SELECT VERSION()"));
        }
    }

    /** CREATE PAIR p of the first two. */
    public String create(String rest) {
        return "CREATE PAIR p PRIMARY " + at(first()) + " STANDBY " + at(second()) + rest;
    }

    /** A server's address, as a statement has it. */
    public static String at(ManagedServer server) {
        return "'127.0.0.1:" + server.port() + "'";
    }

    public ManagedServer first() {
        return all.get(0);
    }

    public ManagedServer second() {
        return all.get(1);
    }

    public ManagedServer third() {
        return all.get(2);
    }

    public void stop() throws Exception {
        end.close();
        all.forEach(ManagedServer::close);
    }
}
