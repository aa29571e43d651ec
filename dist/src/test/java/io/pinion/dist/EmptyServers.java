package io.pinion.dist;

import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Four servers without data that follow nobody: of MariaDB, or those of another product that {@code -Dpinion.empty=host:port,…} names,
 * which lose all that they have. Their root's password is {@code pinion}.
 *
 * @param addresses host:port, two for each pair
 * @param end stops them
 */
record EmptyServers(List<String> addresses, String rootPassword, Closeable end) implements AutoCloseable {
    private static final String GIVEN = System.getProperty("pinion.empty", "");

    static EmptyServers start(Path directory) throws Exception {
        if (!GIVEN.isEmpty()) {
            EmptyServers given = new EmptyServers(List.of(GIVEN.split(",")), "pinion", () -> {});
            given.empty();
            return given;
        }
        LocalServers servers = LocalServers.open(directory);
        List<LocalServer> all = new ArrayList<>();
        for (int pair = 1; pair <= 2; pair++) {
            for (int server = 1; server <= 2; server++) {
                all.add(servers.start(new ServerSpec("db" + pair + server, pair * 10 + server, pair, 0, List.of())));
            }
        }
        return new EmptyServers(
                all.stream().map(server -> "127.0.0.1:" + server.port()).toList(),
                all.getFirst().rootPassword(),
                servers::close);
    }

    /** What an earlier test has left there. */
    private void empty() throws SQLException {
        for (int server = 0; server < addresses.size(); server++) {
            try (Connection root = connect(server)) {
                BareServer.empty(root);
            }
        }
    }

    /** As root, with no database chosen. */
    Connection connect(int server) throws SQLException {
        return JdbcClients.root(addresses.get(server), rootPassword);
    }

    String version() throws SQLException {
        try (Connection root = connect(0)) {
            return JdbcClients.value(root, "SELECT VERSION()");
        }
    }

    @Override
    public void close() throws IOException {
        end.close();
    }
}
